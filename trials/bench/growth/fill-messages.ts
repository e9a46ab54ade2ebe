import { encodeTime } from 'ulid';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { BatchWriteItemCommand } from '../../../shared/adapters/tables/dynamodb-client.ts';
import { toMessageItem } from '../../../shared/adapters/tables/message-item.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';
import { aMessage } from '../../../test/shared/adapters/messages.ts';

/** A table of one size. Tables of different sizes share nothing, so a case that reads a whole table is noticed. */
export interface SizedTable extends Table {
  /** How many templates or messages are in it. */
  count: number;
}

/** The account of everything in a sized table. */
export const accountId = 'acc_bench';

/** Items of one BatchWriteItem: DynamoDB's own limit. */
const batchItems = 25;

/** When the oldest message was sent; each further one was sent a tenth of a second later. */
const startMs = Date.parse('2026-05-01T10:00:00Z');
const apartMs = 100;

/** When a message was sent, by its number from 0. */
export const sentAt = (number: number) => new Date(startMs + number * apartMs);

export const messageIdAt = (number: number) =>
  `${encodeTime(sentAt(number).getTime())}${String(number).padStart(16, '0')}`;

export const sesMessageIdAt = (number: number) => `0100018f-bench-${number}-000000`;

/** Writes `count` messages, each delivered to its one recipient. */
export async function fillMessages({ client, name, count }: SizedTable): Promise<void> {
  const messages = Array.from({ length: count }, (_, number) => number);
  const batches = Array.from({ length: Math.ceil(count / batchItems) }, (_, batch) =>
    messages.slice(batch * batchItems, (batch + 1) * batchItems),
  );
  await inParallel(batches, async (numbers) => {
    const puts = numbers.map((number) => ({
      PutRequest: { Item: toMessageItem(messageAt(number)) },
    }));
    const { UnprocessedItems = {} } = await client.send(
      new BatchWriteItemCommand({ RequestItems: { [name]: puts } }),
    );
    if (UnprocessedItems[name]) throw new Error('The tables did not write all messages of a batch');
  });
}

function messageAt(number: number): MessageRecord {
  const createdAt = sentAt(number).toISOString();
  const recipient = { address: `reader${number % 1000}@example.com`, field: '_to' } as const;
  return aMessage({
    ...{ accountId, messageId: messageIdAt(number), sesMessageId: sesMessageIdAt(number) },
    ...{ state: 'SENT', reported: 'DELIVERED', recipients: [recipient] },
    ...{ createdAt, settledAt: createdAt, leaseUntilMs: sentAt(number).getTime() + 20_000 },
  });
}
