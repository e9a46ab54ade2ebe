import type { Command } from 'commander';
import {
  addSuppression,
  listSuppressions,
  removeSuppression,
} from '../../../shared/manage/suppression.ts';
import { inAccount } from '../../connection/session.ts';
import { localTime } from '../../terminal/local-time.ts';
import { accountOption, pageLimit, subcommand } from '../../terminal/options.ts';
import { table } from '../../terminal/result.ts';
import { reasonText, suppressionJson, suppressionLine } from './message-text.ts';

export function addSuppressionCommands(program: Command): void {
  const suppression = program
    .command('suppression')
    .description(
      'manage the suppression list: addresses that get no mail, because of a bounce, a complaint or your decision',
    );
  addList(suppression);
  addAdd(suppression);
  addRemove(suppression);
}

function addList(suppression: Command): void {
  subcommand(suppression, 'list', {
    about: 'list the suppressed addresses of an account, a page at a time',
    example: 'suppression list',
  })
    .option('--limit <number>', 'addresses on a page, 1 to 100; default: 100')
    .option('--cursor <cursor>', 'list the next page: the cursor from the previous page')
    .option(...accountOption)
    .action(({ cursor, ...options }: { limit?: string; cursor?: string }, command: Command) => {
      const limit = pageLimit(options.limit, command);
      return inAccount(command, 'Reading the suppressed addresses', async (session) => {
        const { ports, accountId } = session;
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
  subcommand(suppression, 'add', {
    about: 'stop sending to an address',
    example: 'suppression add ada@example.com --reason "asked by telephone"',
  })
    .argument('<address>', 'the address, without a name')
    .option('--reason <text>', 'a note on why the address is suppressed')
    .option(...accountOption)
    .action((address: string, { reason }: { reason?: string }, command: Command) =>
      inAccount(command, 'Suppressing the address', async ({ ports, accountId }) => {
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
  subcommand(suppression, 'remove', {
    about: 'send to an address again',
    example: 'suppression remove ada@example.com',
  })
    .argument('<address>', 'the address, without a name')
    .option(...accountOption)
    .action((address: string, _: object, command: Command) =>
      inAccount(command, 'Removing the address', async ({ ports, accountId }) => {
        const removed = await removeSuppression(ports, accountId, address);
        const text = removed.changed
          ? `${removed.address} is no longer suppressed.`
          : `Nothing changed: ${removed.address} was not suppressed.`;
        return { json: removed, text };
      }),
    );
}
