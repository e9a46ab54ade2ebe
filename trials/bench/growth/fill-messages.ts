import { BatchWriteItemCommand, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { encodeTime } from 'ulid';
import { toMessageItem } from '../../../shared/adapters/tables/message-item.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';
import type { SizedTable } from './tables.ts';

/** The account that everything in a sized table belongs to. */
export const accountId = 'acc_bench';

/** Items of one BatchWriteItem: DynamoDB's own limit. */
const batchItems = 25;

/** When the oldest message was sent; a tenth of a second lies between each and the next. */
const startMs = Date.parse('2026-05-01T10:00:00Z');
const apartMs = 100;

/** When a message was sent, by its number from 0. */
export const sentAt = (number: number) => new Date(startMs + number * apartMs);

export const messageIdAt = (number: number) =>
  `${encodeTime(sentAt(number).getTime())}${String(number).padStart(16, '0')}`;

export const sesMessageIdAt = (number: number) => `0100018f-bench-${number}-000000`;

/** Writes as many messages as the table is to hold, each delivered to its one recipient. */
export async function fillMessages(
  { client, name, count }: SizedTable,
  tell: (written: number) => void,
): Promise<void> {
  const firsts = Array.from({ length: Math.ceil(count / batchItems) }, (_, n) => n * batchItems);
  let written = 0;
  await inParallel(firsts, async (first) => {
    const numbers = Array.from(
      { length: Math.min(batchItems, count - first) },
      (_, n) => first + n,
    );
    const puts = numbers.map((number) => putOf(number));
    const { UnprocessedItems = {} } = await client.send(
      new BatchWriteItemCommand({ RequestItems: { [name]: puts } }),
    );
    if (UnprocessedItems[name]) throw new Error('The tables left messages of a batch unwritten');
    written += puts.length;
    tell(written);
  });
}

const putOf = (number: number): WriteRequest => ({
  PutRequest: { Item: toMessageItem(messageAt(number)) },
});

function messageAt(number: number): MessageRecord {
  const sentMs = sentAt(number).getTime();
  const createdAt = new Date(sentMs).toISOString();
  const address = `reader${number % 1000}@example.com`;
  return {
    accountId,
    messageId: messageIdAt(number),
    requestId: `request-${number}`,
    keyId: 'key_bench',
    templateId: 'welcome',
    revision: 1,
    subject: 'Welcome',
    recipients: [{ address, field: '_to' }],
    state: 'SENT',
    owner: `owner-${number}`,
    leaseUntilMs: sentMs + 20_000,
    createdAt,
    settledAt: createdAt,
    sesMessageId: sesMessageIdAt(number),
    error: null,
    answer: null,
    reported: 'DELIVERED',
    events: [],
    trace: [{ node: 'send', type: 'provider', outcome: 'sent', ms: 40 }],
    // What has expired is not listed, and these are of a fixed day.
    expiresAt: Date.parse('2100-01-01T00:00:00Z') / 1000,
  };
}
