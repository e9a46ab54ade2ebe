import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { Refusal } from '../../../shared/engine/errors.ts';
import { readIdempotencyKey } from '../../../shared/message/idempotency-key.ts';
import { apiKeyOf } from '../../connection/api-key.ts';
import type { Deployment } from '../../connection/deployment.ts';
import { inSession, type Session } from '../../connection/session.ts';
import { addDataOptions, type DataOptions, dataOf } from '../../folders/data-options.ts';
import { agreed } from '../../terminal/dialog.ts';
import { languageOption, nextCommand, subcommand } from '../../terminal/options.ts';
import { oneLine, type Result } from '../../terminal/result.ts';
import { callExecute, type ExecuteAnswer } from './execute-call.ts';
import { addMailOptions, type MailOptions, mailFields } from './mail-options.ts';

interface SendOptions extends DataOptions, MailOptions {
  to: string;
  language?: string;
  idempotencyKey?: string;
  yes?: boolean;
}

export function addSendCommand(program: Command): void {
  const command = subcommand(program, 'send', {
    about:
      "send a stored template's mail as your application would: POST /v1/execute with POSTRIDER_API_KEY",
    example: 'send welcome --to ada@example.com --var name=Ada',
  })
    .argument('<template>', "the template's id")
    .requiredOption('--to <address>', 'the recipient');
  addMailOptions(addDataOptions(command, 'no variables'))
    .addOption(languageOption(command))
    .option(
      '--idempotency-key <key>',
      'a key of your own: for 24 hours a repeated send with it sends nothing; default: a new one',
    )
    .option('--yes', 'do not ask before sending on AWS; in a pipe the command never asks')
    .action((template: string, options: SendOptions, self: Command) => {
      if (options.idempotencyKey !== undefined) checkKey(options.idempotencyKey, self);
      return inSession(self, 'Reading the data', (session) =>
        send(session, { template, options, self }),
      );
    });
}

function checkKey(key: string, command: Command): void {
  try {
    readIdempotencyKey(key, {});
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    command.error(`error: --idempotency-key: ${error.message}`);
  }
}

/** Exported so that a test can answer the prompt. */
export async function send(
  session: Session,
  { template, options, self }: { template: string; options: SendOptions; self: Command },
): Promise<Result> {
  const { deployment, interactive } = session;
  const { to, language, yes, idempotencyKey = randomUUID() } = options;
  const variables = await dataOf(options, {});
  const fields = await mailFields(options);
  const apiKey = apiKeyOf(deployment, nextCommand(self, 'key create --name laptop'));
  const asks = isOnAws(deployment) && interactive && !yes;
  const question = `Send ${template} to ${to} through ${deployment.baseUrl}?`;
  if (asks && !(await agreed(session, oneLine(question)))) {
    return { json: { success: false, type: 'declined' }, text: 'Nothing was sent.', exitCode: 1 };
  }
  session.progress('Sending the mail');
  const { baseUrl } = deployment;
  const body = {
    ...{ templateId: template, variables, _to: to },
    ...(language !== undefined && { _language: language }),
    ...fields,
  };
  const answer = await callExecute({ baseUrl, apiKey, idempotencyKey, body });
  return {
    json: { ...answer, idempotencyKey },
    text: describe(answer, { template, to }),
    exitCode: answer.type === 'sent' ? 0 : 1,
  };
}

/** The local run has its own endpoints; a stack on AWS has none. */
const isOnAws = ({ endpoints }: Deployment) => endpoints.dynamodb === undefined;

function describe(answer: ExecuteAnswer, { template, to }: { template: string; to: string }) {
  const { type, messageId, error, field, repeated } = answer;
  if (type === 'sent') {
    const before = repeated ? ' before, and not again' : '';
    return oneLine(`${template} was sent to ${to}${before}: ${messageId}`);
  }
  if (type === 'callback') {
    return oneLine(`Nothing was sent: the flow of ${template} returns the mail to its caller.`);
  }
  const place = field === undefined || error?.includes(field) ? '' : ` (${field})`;
  return oneLine(`Nothing was sent, ${type}: ${error}${place}`);
}
