import type { Command } from 'commander';
import { raiseAccountSpread } from '../../../shared/adapters/tables/accounts-table.ts';
import { type KeyRecord, listKeys } from '../../../shared/adapters/tables/keys-table.ts';
import { raiseKeySpread } from '../../../shared/adapters/tables/keys-table-writes.ts';
import { maxMessageParts } from '../../../shared/engine/limits.ts';
import {
  type Account,
  accountRecord,
  showAccount,
  toAccount,
} from '../../../shared/manage/accounts.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { recorded, type TrailPorts } from '../../../shared/manage/trail/recorded.ts';
import { inAccount } from '../../connection/session.ts';
import { agreed } from '../../terminal/dialog.ts';
import { accountSubcommand, wholeNumber } from '../../terminal/options.ts';

/** `account spread`: asks at a terminal, because the number of parts can never be lowered. */
export function addSpread(account: Command): void {
  accountSubcommand(account, 'spread', {
    about:
      "spread an account's messages over several partition keys, for more than 330 mails a second",
    example: 'account spread acc_0a1B2c3D4e5F6g7H --parts 16',
  })
    .requiredOption(
      '--parts <n>',
      `the number of parts, from 1 to ${maxMessageParts}; it can never be lowered`,
    )
    .option('--yes', 'do not ask; in a pipe the command never asks')
    .action((_id: string | undefined, options: { parts: string; yes?: true }, command: Command) => {
      const parts = wholeNumber(options.parts, command, { what: '--parts', most: maxMessageParts });
      return inAccount(
        command,
        'Reading the account',
        async ({ ports, accountId, ...terminal }) => {
          const before = await showAccount(ports, accountId);
          const isAsked = !options.yes && terminal.interactive && parts > before.messageParts;
          if (isAsked && !(await agreed(terminal, questionOf(before, parts)))) {
            const json = { ...before, changed: false };
            return { json, text: 'Nothing was changed.', exitCode: 1 };
          }
          terminal.progress('Spreading the messages');
          const spread = await spreadMessages(ports, accountId, parts);
          const { account: after, changed, keys } = spread;
          return { json: { ...after, changed, keys }, text: spreadText(spread) };
        },
      );
    });
}

const questionOf = ({ accountId, messageParts }: Account, parts: number) =>
  `Spread the messages of ${accountId} over ${parts} parts? A page of messages then takes ${parts} DynamoDB queries instead of ${messageParts}, and the number of parts can never be lowered.`;

function spreadText({
  account: { accountId, messageParts },
  changed,
  keys,
}: SpreadAccount): string {
  const when = changed ? 'now' : 'already';
  const raised = keys === 1 ? 'One key sends' : `${keys} keys send`;
  return [
    `The messages of account ${accountId} are spread over ${messageParts} parts ${when}. ${raised} to more parts than before.`,
    `A page of messages takes ${messageParts} DynamoDB ${messageParts === 1 ? 'query' : 'queries'}.`,
    'If a key was created meanwhile, run this again after a minute: that key may still use the old number of parts.',
  ].join('\n');
}

type SpreadAccount = Awaited<ReturnType<typeof spreadMessages>>;

/** Spreads new messages over `parts` keys. Raises the record first, so that lists read each part in use. */
export async function spreadMessages(
  ports: Pick<ManagePorts, 'accounts' | 'keys'> & TrailPorts,
  accountId: string,
  parts: number,
) {
  const record = await accountRecord(ports, accountId);
  checkParts(parts, toAccount(record));
  const spread = recorded(ports, accountId, 'account.spread', `account:${accountId}`, {
    parts: [record.messageParts ?? 1, parts],
  });
  const changed = parts > 1 && (await raiseAccountSpread(ports.accounts, accountId, parts, spread));
  const keys = (await listKeys(ports.keys, accountId)).filter((key) => isBehind(key, parts));
  const raised = await inParallel(keys, ({ keyHash, keyId, messageParts = 1 }) => {
    const more = { parts: [messageParts, parts] } as const;
    const change = recorded(ports, accountId, 'key.changed', `key:${keyId}`, more);
    return raiseKeySpread(ports.keys, keyHash, parts, change);
  });
  const account = toAccount({ ...record, messageParts: parts });
  return {
    account,
    changed,
    keys: raised.filter(Boolean).length,
  };
}

/** @throws {ManageError} for fewer parts than there are */
function checkParts(parts: number, { accountId, messageParts }: Account): void {
  if (parts >= messageParts) return;
  throw new ManageError(
    `The messages of account ${accountId} are in ${messageParts} parts: with fewer, lists would miss messages`,
    [],
    { hint: 'the number of parts can never be lowered' },
  );
}

const isBehind = ({ status, messageParts = 1 }: KeyRecord, parts: number) =>
  status === 'active' && messageParts < parts;
