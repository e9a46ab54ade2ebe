import { randomBytes } from 'node:crypto';
import { readAccount } from './accounts-table.ts';
import { textItem } from './attributes.ts';
import { type Table, unlessRefused, updateItem } from './dynamodb.ts';

/** The account's `personKey`, made if there is none; null if there is no such account. */
export async function readPersonKey(accounts: Table, accountId: string): Promise<string | null> {
  const account = await readAccount(accounts, accountId);
  if (account === null) return null;
  if (account.personKey !== undefined) return account.personKey;
  const made = updateItem(accounts, textItem({ accountId }), {
    ConditionExpression: 'attribute_exists(accountId) AND attribute_not_exists(personKey)',
    UpdateExpression: 'SET personKey = :key',
    ExpressionAttributeValues: { ':key': { S: newPersonKey() } },
  });
  await unlessRefused(made);
  return (await readAccount(accounts, accountId))?.personKey ?? null;
}

export const newPersonKey = () => randomBytes(32).toString('base64');

/** The `personKey` of an account that has forgotten people: only then forgotten people are looked up. */
export async function readForgottenKey(
  accounts: Table,
  accountId: string,
): Promise<string | undefined> {
  const account = await readAccount(accounts, accountId);
  return account?.forgets ? account.personKey : undefined;
}
