import type { AccountSending } from '../../message/account-sending.ts';
import { textItem } from './attributes.ts';
import { type Change, update } from './change.ts';
import { type Table, unlessRefused, updateItem } from './dynamodb.ts';

/** The attribute `sending` of an account: one text, which a condition can compare. */
const sendingText = ({ state, by, at, reason }: AccountSending) =>
  JSON.stringify({ state, by, at, reason });

/** Which state was announced: the attribute `announced` of an account. */
export const announcedText = ({ state, at }: AccountSending) => `${state} ${at}`;

/** Writes the state of an account unless another write came between; false if one did, or the account is gone. */
export async function writeSending(
  accounts: Table,
  accountId: string,
  { before, next }: { before: AccountSending | undefined; next: AccountSending },
  change: Change,
): Promise<boolean> {
  const unchanged = before ? 'sending = :before' : 'attribute_not_exists(sending)';
  const write = update(accounts, textItem({ accountId }), {
    ConditionExpression: `attribute_exists(accountId) AND ${unchanged}`,
    UpdateExpression: 'SET sending = :next',
    ExpressionAttributeValues: {
      ':next': { S: sendingText(next) },
      ...(before && { ':before': { S: sendingText(before) } }),
    },
  });
  return unlessRefused(change(accounts, write));
}

/** Notes that a state was announced. It changes nothing of an account that is gone. */
export async function writeAnnounced(
  accounts: Table,
  accountId: string,
  sending: AccountSending,
): Promise<void> {
  const write = updateItem(accounts, textItem({ accountId }), {
    ConditionExpression: 'attribute_exists(accountId)',
    UpdateExpression: 'SET announced = :announced',
    ExpressionAttributeValues: { ':announced': { S: announcedText(sending) } },
  });
  await unlessRefused(write);
}
