import type { Command } from 'commander';
import { accountRecord } from '../../../shared/manage/accounts.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { showTemplate } from '../../../shared/manage/templates/templates.ts';
import { inAccount, type Session } from '../../connection/session.ts';
import { addDataOptions, type DataOptions, dataOf } from '../../folders/data-options.ts';
import { checkAddresses, commaSeparated, maxAddresses } from '../../terminal/address-list.ts';
import { agreed } from '../../terminal/dialog.ts';
import { accountOption, nextCommand, subcommand } from '../../terminal/options.ts';
import { oneLine, type Result, table } from '../../terminal/result.ts';
import { sendTests, type TestMail } from './send-tests.ts';
import { testMailPorts } from './test-mails.ts';

interface TestOptions extends DataOptions {
  to: string;
  yes?: boolean;
}

/** What stands for the account's seed list in `--to`. */
const seedList = '@seeds';

/** `template test`: the dashboard's test mail, to several addresses. */
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

/** Exported for its test, which answers the question. */
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
  const mails = await sendTests({ accountId, templateId: id, addresses, data }, portsOf, progress);
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
    note: first && `What became of it: ${nextCommand(command, `message show ${first}`)}`,
    exitCode: failed === 0 ? 0 : 1,
  };
}
