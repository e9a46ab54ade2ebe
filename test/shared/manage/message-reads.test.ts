import { watchMessages } from '../../../cli/operate/watch-messages.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
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
import { startTables, type TestTables, tablesOf, testClient } from '../../dynalite.ts';
import { afterAll, beforeAll, describe, expect, test } from '../../jest.ts';

/** A table of its own for each number of messages, with a counter before it. */
interface Stored {
  tables: TestTables;
  counter: CallCounter;
  accounts: Table;
  messages: Table;
}

const stored = new Map<number, Stored>();

async function store(count: number): Promise<Stored> {
  const tables = await startTables();
  const counter = await startCallCounter(tables.endpoint);
  const { accounts, messages } = tablesOf(testClient(counter.endpoint));
  stored.set(count, { tables, counter, accounts, messages });
  await fillMessages({ ...tables.messages, count }, () => {});
  return { tables, counter, accounts, messages };
}

beforeAll(() => Promise.all([10, 2000, 0].map(store)));

afterAll(async () => {
  for (const { counter, messages } of stored.values()) {
    messages.client.destroy();
    await counter.stop();
  }
});

const pastAll = () => sentAt(2000);
const pastExpiry = () => new Date('2100-01-02T00:00:00Z');

function at(count: number, now = pastAll) {
  const found = stored.get(count);
  if (!found) throw new Error(`No table has ${count} messages`);
  return { ...found, ports: { accounts: found.accounts, messages: found.messages, now } };
}

/** What a piece of work asked of the tables, and what came of it. */
async function counted<T>(counter: CallCounter, work: () => Promise<T>) {
  let answer: T | undefined;
  const { requests, scanned } = await counter.during(async () => {
    answer = await work();
  });
  return { answer: answer as T, requests, scanned };
}

describe.each([10, 2000])('among %d messages', (count) => {
  const middle = count / 2;

  test.each([
    ['the newest page', { limit: 10 }, 10],
    ['a page from the middle', { limit: 5, cursor: messageIdAt(middle) }, 5],
    ['a page since a time, of what came since', { since: sentAt(count - 3) }, 3],
    ['a search since a time', { since: sentAt(count - 3), state: 'BOUNCED' as const }, 3],
  ])("%s is read with the account's record and one Query", async (_, search, records) => {
    const { ports, counter } = at(count);

    const read = await counted(counter, () => listMessages(ports, accountId, search));

    expect({ requests: read.requests, scanned: read.scanned }).toEqual({
      requests: { GetItem: 1, Query: 1 },
      scanned: records,
    });
  });

  test.each([
    ['its id', messageIdAt(middle), { GetItem: 1, BatchGetItem: 1, Query: 1 }, 0],
    ["SES's id", sesMessageIdAt(middle), { Query: 2, GetItem: 1, BatchGetItem: 1 }, 1],
  ])('one message is found by %s without reading others', async (_, id, requests, scanned) => {
    const { ports, counter } = at(count);

    const read = await counted(counter, () => showWithDeliveries(ports, accountId, id));

    expect(read).toEqual({
      answer: expect.objectContaining({
        record: expect.objectContaining({ messageId: messageIdAt(middle) }),
      }),
      requests,
      scanned,
    });
  });
});

describe('a search that finds nothing', () => {
  test.each([1, 100])('a search among %d messages stops after 1,000 records', async (limit) => {
    const { ports, counter } = at(2000);
    const search = { state: 'BOUNCED' as const, limit };

    const first = await counted(counter, () => listMessages(ports, accountId, search));

    expect(first).toEqual({
      answer: { messages: [], nextCursor: messageIdAt(1000), unreadable: [], looked: 1000 },
      requests: { GetItem: 1, Query: 10 },
      scanned: 1000,
    });
  });

  test('a search continues from its cursor to the end', async () => {
    const { ports, counter } = at(2000);
    const searchFrom = (cursor: string) =>
      counted(counter, () => listMessages(ports, accountId, { state: 'BOUNCED', cursor }));

    const second = await searchFrom(messageIdAt(1000));
    const last = await searchFrom(messageIdAt(0));

    expect([second.answer.nextCursor, second.scanned]).toEqual([messageIdAt(0), 1000]);
    expect([last.answer.nextCursor, last.scanned]).toEqual([null, 0]);
  });
});

test('a page of expired messages is empty, reads no further, and has a next page', async () => {
  const { ports, counter } = at(2000, pastExpiry);

  const page = await counted(counter, () => listMessages(ports, accountId, { limit: 50 }));

  expect(page).toEqual({
    answer: { messages: [], nextCursor: messageIdAt(1950), unreadable: [], looked: 50 },
    requests: { GetItem: 1, Query: 1 },
    scanned: 50,
  });
});

describe('watching messages', () => {
  test.each([
    ['where nothing came', pastAll],
    ['where all have expired', pastExpiry],
  ])('watching messages, %s, reads the newest 100', async (_, now) => {
    const { ports, counter } = at(2000, now);
    const readChanges = watchMessages(ports, accountId);

    const first = await counted(counter, readChanges);
    const second = await counted(counter, readChanges);

    const quiet = {
      answer: { changes: [], isCut: false },
      requests: { GetItem: 1, Query: 1 },
      scanned: 100,
    };
    expect([first, second]).toEqual([quiet, quiet]);
  });

  test('watching messages reads at most 1,000, and says that more came', async () => {
    const { ports, counter, tables } = at(0);
    const readChanges = watchMessages(ports, accountId);

    await readChanges();
    await fillMessages({ ...tables.messages, count: 1200 }, () => {});
    const burst = await counted(counter, readChanges);

    const { changes, isCut } = burst.answer;
    expect([changes[0]?.message.messageId, changes.at(-1)?.message.messageId]).toEqual([
      messageIdAt(200),
      messageIdAt(1199),
    ]);
    expect({ isCut, seen: changes.length, scanned: burst.scanned }).toEqual({
      isCut: true,
      seen: 1000,
      scanned: 1000,
    });
  });
});
