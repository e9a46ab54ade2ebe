import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { sesSender } from '../../../shared/adapters/ses/ses.ts';
import { messageStore } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { Deadline } from '../../../shared/deadline.ts';
import { accountRecord } from '../../../shared/manage/accounts.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { showTemplate } from '../../../shared/manage/templates/templates.ts';
import { sendTest, type TestSendPorts } from '../../../shared/manage/test-send.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { threadsAt } from '../../../shared/reply/token.ts';
import { sesOf } from '../../connection/connect.ts';
import type { Deployment } from '../../connection/deployment.ts';
import { inAccount, type Session } from '../../connection/session.ts';
import { addDataOptions, type DataOptions, dataOf } from '../../folders/data-options.ts';
import { checkAddresses, commaSeparated, maxAddresses } from '../../terminal/address-list.ts';
import { agreed } from '../../terminal/dialog.ts';
import { refusedFor, toFailure } from '../../terminal/failure.ts';
import { accountOption, nextCommand, subcommand } from '../../terminal/options.ts';
import { oneLine, type Result, table } from '../../terminal/result.ts';

interface TestOptions extends DataOptions {
  to: string;
  yes?: boolean;
}

const seedList = '@seeds';

export function addTest(template: Command): void {
  const command = subcommand(template, 'test', {
    about:
      'send a test mail of a stored template to each of some addresses; the checks of its flow do not run',
    example: 'template test welcome --to @seeds --var name=Ada',
  })
    .argument('<template>', "the template's id")
    .requiredOption(
      '--to <addresses>',
      `1 to ${maxAddresses} addresses, separated by commas; ${seedList} stands for those of account seeds`,
    );
  addDataOptions(command, "the template's test data")
    .option(...accountOption)
    .option('--yes', 'do not ask before sending on AWS; in a pipe the command never asks')
    .action((id: string, options: TestOptions, self: Command) => {
      const parts = commaSeparated(options.to);
      if (parts.length === 0) self.error('error: --to needs at least one address');
      return inAccount(self, 'Reading the template', (session) =>
        test(session, { id, parts, options, self }),
      );
    });
}

interface TestCommand {
  id: string;
  /** Of `--to`. */
  parts: readonly string[];
  options: TestOptions;
  self: Command;
}

/** Exported so that a test can answer the prompt. */
export async function test(
  session: Session & { accountId: string },
  { id, parts, options, self }: TestCommand,
): Promise<Result> {
  const { ports, accountId, deployment, interactive, progress } = session;
  const { source } = await showTemplate(ports, accountId, id);
  if (source.kind === 'partial') {
    throw new ManageError(`${id} is a partial: test a template that takes it`);
  }
  const data = await dataOf(options, source.testData ?? {});
  const all = await withSeeds(ports, accountId, parts);
  const addresses = checkAddresses(all, 'Nothing was sent');
  const portsOf = await testMailPorts(ports, deployment);
  const asks = deployment.endpoints.dynamodb === undefined && interactive && !options.yes;
  const question = `Send ${id} to ${addresses.join(', ')} through ${deployment.baseUrl}?`;
  if (asks && !(await agreed(session, oneLine(question)))) {
    return { json: { template: id, mails: [] }, text: 'Nothing was sent.', exitCode: 1 };
  }
  const mail = { accountId, templateId: id, data };
  const mails = await sendTests(mail, addresses, portsOf, progress);
  return resultOf(id, mails, self);
}

async function withSeeds(
  ports: ManagePorts,
  accountId: string,
  parts: readonly string[],
): Promise<string[]> {
  if (!parts.includes(seedList)) return [...parts];
  const { seeds = [] } = await accountRecord(ports, accountId);
  if (seeds.length === 0) {
    throw new ManageError(`Nothing was sent: the seed list of ${accountId} is empty`, [], {
      hint: 'account seeds --set fills it',
    });
  }
  return parts.flatMap((part) => (part === seedList ? seeds : part));
}

function resultOf(template: string, mails: readonly TestMail[], command: Command): Result {
  const failed = mails.filter(({ error }) => error !== null).length;
  const rows = mails.map(({ to, messageId, error }) => [to, error ?? 'sent', messageId ?? '']);
  const [first] = mails.flatMap(({ messageId }) => messageId ?? []);
  return {
    json: { template, mails },
    text: table(['TO', 'RESULT', 'MESSAGE'], rows),
    note: first && `To see what happened to it: ${nextCommand(command, `message show ${first}`)}`,
    exitCode: failed === 0 ? 0 : 1,
  };
}

type TestMail = Awaited<ReturnType<typeof sendTests>>[number];

/**
 * Sends a mail of its own to each address, also after one that is refused.
 *
 * @throws what the first mail throws, unless it is about the address: the template or the data is wrong, so no mail was
 * sent
 */
async function sendTests(
  mail: { accountId: string; templateId: string; data: Record<string, unknown> },
  addresses: readonly string[],
  portsOf: () => TestSendPorts,
  progress: (doing: string) => void,
) {
  // The message is null if none was recorded; the error says why the mail was not sent, or that its answer was lost.
  const mails: { to: string; messageId: string | null; error: string | null }[] = [];
  for (const to of addresses) {
    progress(`Sending to ${to}`);
    const request = { ...mail, to, draft: null, attachments: [] };
    const ids = { requestId: randomUUID(), idempotencyKey: randomUUID() };
    try {
      const { messageId, error } = await sendTest({ ...request, ...ids }, portsOf());
      mails.push({ to, messageId, error });
    } catch (thrown) {
      const reasons = aboutAddress(thrown);
      if (reasons === null && mails.length === 0) throw ofTemplate(thrown);
      mails.push({ to, messageId: null, error: reasons ?? toFailure(thrown).error });
    }
  }
  return mails;
}

/** The error with a line for each problem of the template or the data. Any other error stays as it is. */
function ofTemplate(thrown: unknown): unknown {
  if (!(thrown instanceof ManageError) || thrown.details.length === 0) return thrown;
  // The lines of a failure leave out details that have a field.
  const problems = thrown.details.map(({ field: _, ...problem }) => problem);
  return refusedFor('Nothing was sent', problems, 'the test mail');
}

/** The sentences of an error that is only about the address; null for any other error. */
function aboutAddress(thrown: unknown): string | null {
  if (!(thrown instanceof ManageError)) return null;
  const { details } = thrown;
  const isOfAddress = details.length > 0 && details.every(({ field }) => field === 'to');
  return isOfAddress ? details.map(({ message }) => message).join('; ') : null;
}

/** How long one mail may take, in milliseconds. */
const mailMs = 30_000;

/** SES's sandbox sends one mail a second, so the next mail waits until that second is over. */
const pausesMs = [400, 1000, 1500, 2000];

/** SES with the credentials of the operator. @throws {ManageError} if the stack's outputs lack these settings */
async function testMailPorts(
  { accounts, templates, messages, trail, now }: ManagePorts,
  deployment: Deployment,
): Promise<() => TestSendPorts> {
  const { sending, senders, replies } = deployment;
  if (sending === undefined) {
    throw new ManageError(
      'An earlier version of postrider deployed this stack, and it does not say how it sends mails: deploy it again',
    );
  }
  const { configurationSet, enabled, suppression, retentionDays } = sending;
  const sendMail = sesSender({
    ...{ configurationSet, pausesMs, place: await sesOf(deployment) },
    tenants: deployment.tenants !== undefined,
  });
  return () => ({
    accounts,
    templates,
    store: messageStore(messages),
    sendMail,
    deadline: Deadline.in(mailMs),
    senders: { senders, sending: enabled },
    newThread: threadsAt(replies?.domain),
    suppression,
    retentionDays,
    newMessageId: (nowMs) => newMessageId(nowMs),
    newOwner: randomUUID,
    epochMs: Date.now,
    ...{ trail, now },
  });
}
