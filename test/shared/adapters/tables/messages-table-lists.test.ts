import { ulid } from 'ulid';
import {
  listMessages,
  type MessageQuery,
} from '../../../../shared/adapters/tables/messages-table-lists.ts';
import { beginMessage } from '../../../../shared/adapters/tables/messages-table-writes.ts';
import { newMessageId, newTestMessageId } from '../../../../shared/message/message-id.ts';
import { startTables } from '../../../dynalite.ts';
import { expect, test } from '../../../jest.ts';
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
const toBob: MessageQuery['matches'] = ({ recipients }) =>
  recipients[0]?.address === 'bob@example.org';

async function list(query: Partial<MessageQuery>, accountId = 'acc_1') {
  const page = await listMessages(tables.messages, accountId, { limit: 4, nowMs: start, ...query });
  return { ...page, messages: page.messages.map(({ messageId }) => messageId) };
}

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

test('a search looks no further than its window, and returns where it stopped', async () => {
  const first = await list({ matches: toBob, window: 6 });
  const second = await list({ matches: toBob, window: 6, before: first.next ?? '' });

  expect(first).toEqual({ messages: [], next: ids[4], unreadable: [], looked: 6 });
  expect(second).toEqual({ messages: [ids[2]], next: null, unreadable: [], looked: 4 });
});
