import { type Item, text } from '../../shared/adapters/tables/attributes.ts';
import { itemsOf, queryAll, type Table } from '../../shared/adapters/tables/dynamodb.ts';
import {
  BatchWriteItemCommand,
  QueryCommand,
} from '../../shared/adapters/tables/dynamodb-client.ts';
import { replyPrefix, threadKeyOf, toReply } from '../../shared/adapters/tables/replies-table.ts';

/** DynamoDB accepts at most 25 writes in one batch. */
const batchSize = 25;

/** How many times a batch is sent at most. DynamoDB may leave some deletions of a batch undone. */
const batchTries = 8;

/** Deletes the items with this partition key (and prefix of `sk`) from a table, and returns how many. */
export async function deleteItemsOf(
  table: Table,
  partition: string,
  prefix?: string,
): Promise<number> {
  let deleted = 0;
  let from: Item | undefined;
  do {
    const query = new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: `accountId = :account${prefix ? ' AND begins_with(sk, :prefix)' : ''}`,
      ExpressionAttributeValues: {
        ':account': { S: partition },
        ...(prefix && { ':prefix': { S: prefix } }),
      },
      ProjectionExpression: 'accountId, sk',
      ConsistentRead: true,
      ExclusiveStartKey: from,
    });
    const { Items = [], LastEvaluatedKey } = await table.client.send(query);
    for (let at = 0; at < Items.length; at += batchSize) {
      await deleteBatch(table, Items.slice(at, at + batchSize));
    }
    deleted += Items.length;
    from = LastEvaluatedKey;
  } while (from);
  return deleted;
}

/** Deletes the replies in these partitions, their mails in S3, and the tokens of the threads: none takes a reply then. */
export async function deleteReplies(
  table: Table,
  partitions: readonly string[],
  removeMail: (key: string) => Promise<void>,
): Promise<void> {
  for (const partition of partitions) {
    const threads = await queryAll(table, {
      KeyConditionExpression: 'accountId = :account AND begins_with(sk, :prefix)',
      FilterExpression: 'attribute_exists(replyTo)',
      ProjectionExpression: 'replyTo',
      ExpressionAttributeValues: { ':account': { S: partition }, ':prefix': { S: 'M#' } },
    });
    const tokens = threads
      .map((item) => threadKeyOf({ replyTo: text(item, 'replyTo') }))
      .filter((key) => key !== undefined);
    for (let at = 0; at < tokens.length; at += batchSize) {
      await deleteBatch(table, tokens.slice(at, at + batchSize));
    }
    for (const item of await itemsOf(table, partition, replyPrefix)) {
      const { mailKey } = toReply(item);
      if (mailKey !== null) await removeMail(mailKey);
    }
    await deleteItemsOf(table, partition, replyPrefix);
  }
}

async function deleteBatch({ client, name }: Table, keys: readonly Item[]): Promise<void> {
  let requests = keys.map((Key) => ({ DeleteRequest: { Key } }));
  for (let tries = 0; requests.length > 0; tries++) {
    if (tries === batchTries)
      throw new Error(`DynamoDB left deletions undone in ${batchTries} tries`);
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 50 * 2 ** tries));
    const batch = new BatchWriteItemCommand({ RequestItems: { [name]: requests } });
    const { UnprocessedItems } = await client.send(batch);
    requests = (UnprocessedItems?.[name] ?? []).flatMap(({ DeleteRequest }) =>
      DeleteRequest?.Key ? [{ DeleteRequest: { Key: DeleteRequest.Key } }] : [],
    );
  }
}
