import type { Command } from 'commander';
import { chosenAccount } from '../../shared/manage/accounts.ts';
import {
  addSuppression,
  listSuppressions,
  removeSuppression,
} from '../../shared/manage/suppression.ts';
import { inSession } from '../connection/session.ts';
import { suppressionJson } from '../message/message-json.ts';
import { reasonText, suppressionLine } from '../message/message-text.ts';
import { localTime } from '../terminal/local-time.ts';
import { type AccountOption, accountOption, example, pageLimit } from '../terminal/options.ts';
import { table } from '../terminal/result.ts';

/** `suppression …`: the addresses that an account sends nothing to. */
export function addSuppressionCommands(program: Command): void {
  const suppression = program
    .command('suppression')
    .description('addresses that nothing is sent to, because mail to them bounced or annoyed');
  addList(suppression);
  addAdd(suppression);
  addRemove(suppression);
}

function addList(suppression: Command): void {
  suppression
    .command('list')
    .description('list the suppressed addresses of an account, a page at a time')
    .option('--limit <number>', 'addresses on a page, 1 to 100; default: 100')
    .option('--cursor <cursor>', 'the next page: what the page before ended with')
    .option(...accountOption)
    .addHelpText(...example('suppression list'))
    .action((options: AccountOption & { limit?: string; cursor?: string }, command: Command) => {
      const limit = pageLimit(options.limit, command);
      return inSession(command, async ({ ports, progress }) => {
        progress('Reading the suppressed addresses');
        const accountId = await chosenAccount(ports, options.account);
        const { cursor } = options;
        const list = await listSuppressions(ports, accountId, { cursor, limit });
        const rows = list.suppressions.map((each) => [
          each.address,
          localTime(each.at),
          reasonText(each),
        ]);
        return {
          json: { ...list, suppressions: list.suppressions.map(suppressionJson) },
          text: table(['ADDRESS', 'SINCE', 'REASON'], rows),
          note: list.nextCursor ? `There are more: add --cursor ${list.nextCursor}` : undefined,
        };
      });
    });
}

function addAdd(suppression: Command): void {
  suppression
    .command('add')
    .description('send nothing more to an address')
    .argument('<address>', 'the address, without a name')
    .option('--reason <text>', 'a note of why')
    .option(...accountOption)
    .addHelpText(...example('suppression add ada@example.com --reason "asked by telephone"'))
    .action((address: string, options: AccountOption & { reason?: string }, command: Command) =>
      inSession(command, async ({ ports, progress }) => {
        progress('Suppressing the address');
        const accountId = await chosenAccount(ports, options.account);
        const { reason } = options;
        const added = await addSuppression(ports, accountId, { address, reason });
        const { suppression: there, changed } = added;
        const text = changed
          ? `${there.address} is suppressed now: execute refuses it.`
          : `Nothing changed: ${suppressionLine(there)}`;
        return { json: { ...suppressionJson(there), changed }, text };
      }),
    );
}

function addRemove(suppression: Command): void {
  suppression
    .command('remove')
    .description('send to an address again')
    .argument('<address>', 'the address, without a name')
    .option(...accountOption)
    .addHelpText(...example('suppression remove ada@example.com'))
    .action((address: string, options: AccountOption, command: Command) =>
      inSession(command, async ({ ports, progress }) => {
        progress('Taking the address off the list');
        const accountId = await chosenAccount(ports, options.account);
        const removed = await removeSuppression(ports, accountId, address);
        const text = removed.changed
          ? `${removed.address} is suppressed no more.`
          : `Nothing changed: ${removed.address} was not suppressed.`;
        return { json: removed, text };
      }),
    );
}
