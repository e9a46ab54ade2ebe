import {
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import type { Suppression } from '../message/suppression.ts';
import { text } from './attributes.ts';
import { type Table, unlessRefused } from './dynamodb.ts';
import {
  suppressionKey,
  suppressionPrefix,
  toSuppression,
  toSuppressionItem,
} from './suppression-item.ts';

/**
 * Suppresses an address for an account. An address that is suppressed already keeps its first
 * reason and date, but for a complaint, which outranks a bounce. False where it is kept.
 */
export async function suppress(
  messages: Table,
  accountId: string,
  suppression: Suppression,
): Promise<boolean> {
  const overrules = suppression.reason === 'complaint';
  const put = new PutItemCommand({
    TableName: messages.name,
    Item: toSuppressionItem(accountId, suppression),
    ConditionExpression: overrules
      ? 'attribute_not_exists(sk) OR reason <> :complaint'
      : 'attribute_not_exists(sk)',
    ...(overrules && { ExpressionAttributeValues: { ':complaint': { S: 'complaint' } } }),
  });
  return unlessRefused(messages.client.send(put));
}

/** Lets an account send to an address again; false where it was not suppressed. */
export async function unsuppress(
  messages: Table,
  accountId: string,
  address: string,
): Promise<boolean> {
  const remove = new DeleteItemCommand({
    TableName: messages.name,
    Key: keyOf(accountId, address),
    ReturnValues: 'ALL_OLD',
  });
  return (await messages.client.send(remove)).Attributes !== undefined;
}

/** Why an address is suppressed, strongly consistent; null where it is not. */
export async function readSuppressed(
  messages: Table,
  accountId: string,
  address: string,
): Promise<Suppression | null> {
  const get = new GetItemCommand({
    TableName: messages.name,
    Key: keyOf(accountId, address),
    ConsistentRead: true,
  });
  const { Item: item } = await messages.client.send(get);
  return item ? toSuppression(item) : null;
}

/** Suppressed addresses of an account in the order of the alphabet. `next` is null at the end. */
export async function listSuppressed(
  messages: Table,
  accountId: string,
  { after, limit = 100 }: { after?: string; limit?: number } = {},
): Promise<{ suppressions: Suppression[]; next: string | null }> {
  const query = new QueryCommand({
    TableName: messages.name,
    KeyConditionExpression: 'accountId = :account AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: {
      ':account': { S: accountId },
      ':prefix': { S: suppressionPrefix },
    },
    ConsistentRead: true,
    Limit: limit,
    ExclusiveStartKey: after ? keyOf(accountId, after) : undefined,
  });
  const { Items = [], LastEvaluatedKey: last } = await messages.client.send(query);
  return {
    suppressions: Items.map(toSuppression),
    next: last ? text(last, 'sk').slice(suppressionPrefix.length) : null,
  };
}

function keyOf(accountId: string, address: string) {
  return { accountId: { S: accountId }, sk: { S: suppressionKey(address) } };
}
