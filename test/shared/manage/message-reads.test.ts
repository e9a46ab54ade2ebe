import { watchMessages } from '../../../cli/commands/message/watch-messages.ts';
import { listMessages } from '../../../shared/manage/messages/messages.ts';
import { showWithDeliveries } from '../../../shared/manage/messages/webhook-timeline.ts';
import { type CallCounter, startCallCounter } from '../../../trials/bench/growth/count-calls.ts';
import {
  accountId,
  fillMessages,
  messageIdAt,
  sentAt,
  sesMessageIdAt,
} from '../../../trials/bench/growth/fill-messages.ts';
import { startTables, tablesOf, testClient } from '../../dynalite.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { describe, expect, test } from '../../jest.ts';

/** Separate tables with this number of messages, and a proxy that counts their calls. */
async function store(count: number) {
  const tables = await startTables();
  const counter = await startCallCounter(tables.endpoint);
  atEndOfFile(counter.stop);
  await fillMessages({ ...tables.messages, count });
  return { count, tables, counter, ...tablesOf(testClient(counter.endpoint)) };
}

const stored = await Promise.all([10, 2000, 0].map(store));

const pastAll = () => sentAt(2000);
const pastExpiry = () => new Date('2100-01-02T00:00:00Z');

function at(count: number, now = pastAll) {
  const found = stored.find((each) => each.count === count);
  if (!found) throw new Error(`No table has ${count} messages`);
  const { accounts, messages } = found;
  return { ...found, ports: { accounts, messages, now } };
}

/** Counts the calls of some work to the tables. Returns the counts and the result. */
async function counted<T>(counter: CallCounter, work: () => Promise<T>) {
  let answer: T | undefined;
  const { requests, scanned } = await counter.during(async () => {
    answer = await work();
  });
  return { answer: answer as T, requests, scanned };
}

/** Lists the tables with this number of messages. Returns the counts and the result. */
function listed(count: number, search: Parameters<typeof listMessages>[2], now = pastAll) {
  const { ports, counter } = at(count, now);
  return counted(counter, () => listMessages(ports, accountId, search));
}

describe.each([10, 2000])('among %d messages', (count) => {
  const middle = count / 2;

  test.each([
    ['the newest page', { limit: 10 }, 10],
    ['a page from the middle', { limit: 5, cursor: messageIdAt(middle) }, 5],
    ['a page since a time, of what came since', { since: sentAt(count - 3) }, 3],
    ['a search since a time', { since: sentAt(count - 3), state: 'BOUNCED' as const }, 3],
  ])("%s is read with the account's record and one Query", async (_, search, records) => {
    const read = await listed(count, search);

    expect(read.requests).toEqual({ GetItem: 1, Query: 1 });
    expect(read.scanned).toBe(records);
  });

  test.each([
    ['its id', messageIdAt(middle), { GetItem: 1, BatchGetItem: 1, Query: 1 }, 0],
    ["SES's id", sesMessageIdAt(middle), { Query: 2, GetItem: 1, BatchGetItem: 1 }, 1],
  ])('one message is found by %s without reading others', async (_, id, requests, scanned) => {
    const { ports, counter } = at(count);

    expect(await counted(counter, () => showWithDeliveries(ports, accountId, id))).toEqual({
      answer: expect.objectContaining({
        record: expect.objectContaining({ messageId: messageIdAt(middle) }),
      }),
      requests,
      scanned,
    });
  });
});

test.each([1, 100])('a search among %d messages stops after 1,000 records', async (limit) => {
  expect(await listed(2000, { state: 'BOUNCED', limit })).toEqual({
    answer: { messages: [], nextCursor: messageIdAt(1000), unreadable: [], looked: 1000 },
    requests: { GetItem: 1, Query: 10 },
    scanned: 1000,
  });
});

test('a search continues from its cursor to the end', async () => {
  const second = await listed(2000, { state: 'BOUNCED', cursor: messageIdAt(1000) });
  const last = await listed(2000, { state: 'BOUNCED', cursor: messageIdAt(0) });

  expect([second.answer.nextCursor, second.scanned]).toEqual([messageIdAt(0), 1000]);
  expect([last.answer.nextCursor, last.scanned]).toEqual([null, 0]);
});

test('a page of expired messages is empty, reads no further, and has a next page', async () => {
  expect(await listed(2000, { limit: 50 }, pastExpiry)).toEqual({
    answer: { messages: [], nextCursor: messageIdAt(1950), unreadable: [], looked: 50 },
    requests: { GetItem: 1, Query: 1 },
    scanned: 50,
  });
});

test.each([
  ['where nothing came', pastAll],
  ['where all have expired', pastExpiry],
])('watching messages, %s, reads the newest 100', async (_, now) => {
  const { ports, counter } = at(2000, now);
  const readChanges = watchMessages(ports, accountId);

  const first = await counted(counter, readChanges);
  const second = await counted(counter, readChanges);

  const requests = { GetItem: 1, Query: 1 };
  const quiet = { answer: { changes: [], isCut: false }, requests, scanned: 100 };
  expect([first, second]).toEqual([quiet, quiet]);
});

test('watching messages reads at most 1,000, and says that more came', async () => {
  const { ports, counter, tables } = at(0);
  const readChanges = watchMessages(ports, accountId);

  await readChanges();
  await fillMessages({ ...tables.messages, count: 1200 });
  const burst = await counted(counter, readChanges);

  const { changes, isCut } = burst.answer;
  expect([changes[0]?.message.messageId, changes.at(-1)?.message.messageId]).toEqual([
    messageIdAt(200),
    messageIdAt(1199),
  ]);
  expect([isCut, changes.length, burst.scanned]).toEqual([true, 1000, 1000]);
});
