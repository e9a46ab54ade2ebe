import { randomBytes } from 'node:crypto';
import { readAccount } from './accounts-table.ts';
import { textItem, textList } from './attributes.ts';
import { type Table, unlessRefused, updateItem } from './dynamodb.ts';
import { Expression } from './expression.ts';

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

/** Removes the addresses that `stays` refuses from an account's seed list, if there are any. */
export async function keepSeeds(
  accounts: Table,
  accountId: string,
  stays: (seed: string) => boolean,
): Promise<void> {
  for (;;) {
    const { seeds = [] } = (await readAccount(accounts, accountId)) ?? {};
    const rest = seeds.filter(stays);
    if (rest.length === seeds.length) return;
    // Not every local DynamoDB compares whole lists.
    const expression = new Expression();
    const same = seeds.map((seed, at) => `seeds[${at}] = ${expression.text(seed)}`);
    const size = `size(seeds) = ${expression.value({ N: String(seeds.length) })}`;
    const write = updateItem(accounts, textItem({ accountId }), {
      ConditionExpression: [size, ...same].join(' AND '),
      UpdateExpression:
        rest.length === 0 ? 'REMOVE seeds' : `SET seeds = ${expression.value(textList(rest))}`,
      ExpressionAttributeValues: expression.values,
    });
    // The list may have changed since it was read.
    if (await unlessRefused(write)) return;
  }
}
