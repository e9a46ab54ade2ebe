import { raiseAccountSpread } from '../../../shared/adapters/tables/accounts-table.ts';
import {
  type KeyRecord,
  listKeys,
  raiseKeySpread,
} from '../../../shared/adapters/tables/keys-table.ts';
import { maxMessageParts } from '../../../shared/engine/limits.ts';
import { type Account, accountRecord, toAccount } from '../../../shared/manage/accounts.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';

/** An account whose messages were spread. */
export interface SpreadAccount {
  account: Account;
  /** Whether lists read more parts than before. */
  changed: boolean;
  /** How many active keys send to more parts than before. */
  keys: number;
}

/**
 * Spreads an account's new messages over `parts` parts of the table, each with its own partition key.
 * Existing messages stay where they are.
 *
 * It raises the number of parts first in the account's record and then in its keys, so that lists read a part
 * before a message can be written to it. A second run completes an interrupted one, and also raises the number in
 * keys that were created during the first.
 *
 * @throws {ManageError} for an unknown account, and for fewer parts than there are
 */
export async function spreadMessages(
  ports: Pick<ManagePorts, 'accounts' | 'keys'>,
  accountId: string,
  parts: number,
): Promise<SpreadAccount> {
  const record = await accountRecord(ports, accountId);
  checkParts(parts, toAccount(record));
  const changed = parts > 1 && (await raiseAccountSpread(ports.accounts, accountId, parts));
  const keys = (await listKeys(ports.keys, accountId)).filter((key) => isBehind(key, parts));
  const raised = await inParallel(keys, ({ keyHash }) =>
    raiseKeySpread(ports.keys, keyHash, parts),
  );
  const account = toAccount({ ...record, messageParts: parts });
  return { account, changed, keys: raised.filter(Boolean).length };
}

/** @throws {ManageError} for a number of parts that the account cannot have */
export function checkParts(parts: number, { accountId, messageParts }: Account): void {
  if (!Number.isInteger(parts) || parts < 1 || parts > maxMessageParts) {
    throw new ManageError(`An account has from 1 to ${maxMessageParts} parts`);
  }
  if (parts >= messageParts) return;
  throw new ManageError(
    `The messages of account ${accountId} are in ${messageParts} parts: with fewer, lists would miss messages`,
    [],
    { hint: 'the number of parts can never be lowered' },
  );
}

const isBehind = ({ status, messageParts = 1 }: KeyRecord, parts: number) =>
  status === 'active' && messageParts < parts;
