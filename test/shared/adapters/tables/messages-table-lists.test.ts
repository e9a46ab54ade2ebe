import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { ulid } from 'ulid';
import { withinRequest } from '../../../../shared/adapters/call-times.ts';
import { messageFormat } from '../../../../shared/adapters/tables/message-item.ts';
import {
  listMessages,
  type MessageQuery,
} from '../../../../shared/adapters/tables/messages-table-lists.ts';
import { beginMessage } from '../../../../shared/adapters/tables/messages-table-writes.ts';
import { suppress } from '../../../../shared/adapters/tables/suppression-table.ts';
import { newMessageId, newTestMessageId } from '../../../../shared/message/message-id.ts';
import { startTables, tablesOf, testClient } from '../../../dynalite.ts';
import { startFaultProxy } from '../../../fault-proxy.ts';
import { describe, expect, test } from '../../../jest.ts';
import { aMessage } from '../messages.ts';

const start = Date.parse('2026-11-21T10:00:00Z');
/** One message a second; the third goes to Bob. */
const ids = Array.from({ length: 10 }, (_, n) => ulid(start + n * 1000));

const tables = await startTables();
for (const [n, messageId] of ids.entries()) {
  const address = n === 2 ? 'bob@example.org' : 'ada@example.org';
  const recipients = [{ address, field: '_to' as const }];
  await beginMessage(tables.messages, aMessage({ messageId, recipients }));
}
await beginMessage(tables.messages, aMessage({ accountId: 'acc_0', messageId: ulid(start) }));
await suppress(tables.messages, 'acc_1', {
  address: 'ada@example.org',
  reason: 'manual',
  at: '2026-11-20T00:00:00.000Z',
  detail: null,
  messageId: null,
});

const newestFirst = [...ids].reverse();
const toBob: MessageQuery['matches'] = ({ recipients }) =>
  recipients[0]?.address === 'bob@example.org';

async function list(query: Partial<MessageQuery>, accountId = 'acc_1') {
  const page = await listMessages(tables.messages, accountId, { limit: 4, nowMs: start, ...query });
  return { ...page, messages: page.messages.map(({ messageId }) => messageId) };
}

describe('a page of messages', () => {
  test('the first page of messages is the newest, and its cursor leads through all of them, each once', async () => {
    const pages = [await list({})];
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
      pages.push(await list({ before: next }));
    }

    expect(pages.flatMap(({ messages }) => messages)).toEqual(newestFirst);
    expect(pages.map(({ messages }) => messages.length)).toEqual([4, 4, 2]);
  });

  test('a page of messages ends at the given time, inclusive', async () => {
    const page = await list({ since: start + 7000, limit: 100 });

    expect(page).toEqual({
      messages: newestFirst.slice(0, 3),
      next: null,
      unreadable: [],
      looked: 3,
    });
  });

  test('a page of messages whose cursor is older than its time is empty', async () => {
    const page = await list({ since: start + 7000, before: ids[3] });

    expect(page).toMatchObject({ messages: [], next: null });
  });

  test('the page of an account without messages is empty', async () => {
    expect(await list({}, 'acc_9')).toEqual({
      messages: [],
      next: null,
      unreadable: [],
      looked: 0,
    });
  });

  test('a page has the messages of live keys or those of test keys, never both', async () => {
    const live = newMessageId(start, 1);
    const made = newTestMessageId(start);
    for (const messageId of [live, made]) {
      await beginMessage(tables.messages, aMessage({ accountId: 'acc_both', messageId }));
    }

    expect((await list({}, 'acc_both')).messages).toEqual([live]);
    expect((await list({ parts: 16 }, 'acc_both')).messages).toEqual([live]);
    expect((await list({ test: true }, 'acc_both')).messages).toEqual([made]);
  });

  test('a page of messages has no expired message', async () => {
    const page = await list({ nowMs: 4_000_000_000_000 });

    expect(page.messages).toEqual([]);
  });

  test('a page of messages reads as many records as it has, and no more', async () => {
    const counted: unknown[] = [];
    const proxy = await startFaultProxy(tables.endpoint, ({ body }) => {
      counted.push(JSON.parse(body).Limit);
      return 'pass';
    });
    const { messages } = tablesOf(testClient(proxy.endpoint, withinRequest));

    await listMessages(messages, 'acc_1', { limit: 4, nowMs: start }).finally(proxy.stop);

    expect(counted).toEqual([4]);
  });
});

describe('a search', () => {
  test('a search finds matching messages within its window', async () => {
    const page = await list({ matches: toBob, window: 100 });

    expect(page).toEqual({ messages: [ids[2]], next: null, unreadable: [], looked: 10 });
  });

  test('a search looks no further than its window, and returns where it stopped', async () => {
    const first = await list({ matches: toBob, window: 6 });
    const second = await list({ matches: toBob, window: 6, before: first.next ?? '' });

    expect(first).toEqual({ messages: [], next: ids[4], unreadable: [], looked: 6 });
    expect(second).toEqual({ messages: [ids[2]], next: null, unreadable: [], looked: 4 });
  });
});

test('a record of a newer version is named, and hides no other', async () => {
  const accountId = 'acc_newer';
  for (const messageId of ids.slice(0, 3))
    await beginMessage(tables.messages, aMessage({ accountId, messageId }));
  await tables.messages.client.send(
    new UpdateItemCommand({
      TableName: tables.messages.name,
      Key: { accountId: { S: accountId }, sk: { S: `M#${ids[1]}` } },
      UpdateExpression: 'SET #format = :newer',
      ExpressionAttributeNames: { '#format': 'format' },
      ExpressionAttributeValues: { ':newer': { N: String(messageFormat + 1) } },
    }),
  );

  const page = await list({}, accountId);

  expect(page).toEqual({ messages: [ids[2], ids[0]], next: null, unreadable: [ids[1]], looked: 3 });
});
