import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { BatchWriteItemCommand } from '../../../../shared/adapters/tables/dynamodb-client.ts';
import { toMessageItem } from '../../../../shared/adapters/tables/message-item.ts';
import {
  claimItemKey,
  readClaim,
  readMessage,
} from '../../../../shared/adapters/tables/messages-table.ts';
import {
  findBySesMessageId,
  recordEvent,
} from '../../../../shared/adapters/tables/messages-table-events.ts';
import {
  listMessages,
  type MessageQuery,
} from '../../../../shared/adapters/tables/messages-table-lists.ts';
import {
  beginMessage,
  messageStore,
  settleMessage,
} from '../../../../shared/adapters/tables/messages-table-writes.ts';
import { newMessageId, newTestMessageId } from '../../../../shared/message/message-id.ts';
import { startTables } from '../../../dynalite.ts';
import { expect, test } from '../../../jest.ts';
import { aMessage, anEvent } from '../messages.ts';
import { through } from './through.ts';

const startMs = Date.parse('2026-11-21T10:00:00Z');

const tables = await startTables();

/** Writes messages with these ids, and returns the ids, newest first. */
async function write(accountId: string, ids: readonly string[], subject = 'Hello') {
  const { client, name } = tables.messages;
  for (let at = 0; at < ids.length; at += 25) {
    const puts = ids.slice(at, at + 25).map((messageId) => ({
      PutRequest: { Item: toMessageItem(aMessage({ accountId, messageId, subject })) },
    }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [name]: puts } }));
  }
  return [...ids].sort().reverse();
}

/** The ids of every page of a list, in order, and without an empty one at the end. */
async function pagesOf(accountId: string, query: Omit<MessageQuery, 'nowMs'>) {
  const pages: string[][] = [];
  let before: string | undefined;
  do {
    const asked = { before, nowMs: startMs, ...query };
    const page = await listMessages(tables.messages, accountId, asked);
    pages.push(page.messages.map(({ messageId }) => messageId));
    before = page.next ?? undefined;
  } while (before !== undefined);
  return withoutEmptyEnd(pages);
}

function withoutEmptyEnd(pages: string[][]): string[][] {
  return pages.at(-1)?.length === 0 ? withoutEmptyEnd(pages.slice(0, -1)) : pages;
}

/** The expected pages of one list, which reads a window of the records, in order, for each page. */
function pagesIn(
  newestFirst: readonly string[],
  { limit, window, wanted }: PageRequest,
): string[][] {
  const pages: string[][] = [];
  let left = [...newestFirst];
  while (left.length > 0) {
    const page: string[] = [];
    let looked = 0;
    for (const id of left.slice(0, window)) {
      looked += 1;
      if (wanted(id)) page.push(id);
      if (page.length === limit) break;
    }
    left = left.slice(looked);
    pages.push(page);
  }
  return withoutEmptyEnd(pages);
}

interface PageRequest {
  limit: number;
  window: number;
  wanted: (id: string) => boolean;
}

test('a list of messages in several parts has the same pages as one list: any parts, limit, window and beginning', async () => {
  const spreads = fc.record({
    parts: fc.integer({ min: 1, max: 32 }),
    // Many share a millisecond, some are far apart. A share selects the part, so that some runs fill parts unevenly.
    messages: fc.array(
      fc.record({ second: fc.integer({ min: 0, max: 9 }), share: fc.nat({ max: 99 }) }),
      { maxLength: 80, size: 'max' },
    ),
    inFirst: fc.nat({ max: 100 }),
    limit: fc.integer({ min: 1, max: 30 }),
    window: fc.option(fc.integer({ min: 1, max: 60 })),
    since: fc.option(fc.integer({ min: 0, max: 9 })),
    each: fc.integer({ min: 1, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(spreads, async (drawn) => {
      const { parts, messages, inFirst, limit, since, each } = drawn;
      const accountId = `acc_${randomUUID()}`;
      const ids = messages.map(({ second, share }) =>
        newMessageId(startMs + second * 1000, parts, (below) =>
          share < inFirst ? 0 : share % below,
        ),
      );
      const newestFirst = await write(accountId, ids);
      const wanted = (id: string) => each === 1 || newestFirst.indexOf(id) % each === 0;
      const sinceMs = since === null ? undefined : startMs + since * 1000;
      const window = drawn.window ?? limit;

      const pages = await pagesOf(accountId, {
        ...{ parts, limit, window, since: sinceMs },
        matches: ({ messageId }) => wanted(messageId),
      });

      const lowest = since === null ? '' : newMessageId(sinceMs ?? 0).slice(0, 10);
      const inReach = newestFirst.filter((id) => id >= lowest);
      expect(pages).toEqual(pagesIn(inReach, { limit, window, wanted }));
    }),
    { numRuns: 60 },
  );
});

test('a list of messages asks each part once for a page if they are even, and reads little more than the page', async () => {
  const ids = Array.from({ length: 1600 }, (_, n) =>
    newMessageId(startMs + n, 16, (below) => (n * 7) % below),
  );
  const newestFirst = await write('acc_even', ids);

  const { result, calls } = await through(
    tables.endpoint,
    () => 'pass',
    ({ messages }) => listMessages(messages, 'acc_even', { limit: 50, parts: 16, nowMs: startMs }),
  );

  expect(result.messages.map(({ messageId }) => messageId)).toEqual(newestFirst.slice(0, 50));
  expect(calls.map(([, { Limit }]) => Limit)).toEqual(Array(16).fill(10));
});

test('a list of messages reads on in a part whose records are longer than one answer of DynamoDB', async () => {
  const ids = Array.from({ length: 12 }, (_, n) =>
    newMessageId(startMs + n, 2, () => (n < 8 ? 0 : 1)),
  );
  for (const id of ids) await write('acc_long', [id], 'x'.repeat(300_000));

  const pages = await pagesOf('acc_long', { limit: 5, parts: 2 });

  expect(pages.flat()).toEqual([...ids].reverse());
});

const accountId = 'acc_far';
const messageId = newMessageId(startMs, 16, () => 11);
const [ada] = aMessage().recipients;
const record = aMessage({ accountId, messageId, recipients: ada ? [ada] : [] });

test('a message beyond the first part is found by its own id, and settled and reported like any other', async () => {
  const { messages } = tables;
  const settlement = {
    ...{ state: 'SENT' as const, settledAt: '2026-11-21T10:00:01.000Z', sesMessageId: 'ses-far' },
    ...{ error: null, answer: '{}', trace: null },
  };

  const began = await beginMessage(messages, record);
  const settled = await settleMessage(messages, record, settlement);
  const place = await findBySesMessageId(messages, 'ses-far');
  const { outcome } = await recordEvent(messages, accountId, messageId, anEvent());
  const read = await readMessage(messages, accountId, messageId);

  expect([began, settled?.accountId, settled?.messageId]).toEqual([true, accountId, messageId]);
  expect(place).toEqual({ accountId, messageId });
  expect(outcome).toBe('recorded');
  expect(read).toMatchObject({ accountId, messageId, state: 'SENT', answer: '{}' });
  expect(read?.events).toHaveLength(1);
});

test('a message beyond the first part is begun once', async () => {
  await beginMessage(tables.messages, record);

  expect(await beginMessage(tables.messages, { ...record, owner: 'owner-2' })).toBe(false);
});

test('a claim has its own partition key, in any account', async () => {
  const expiresAt = 4_000_000_000;
  const claim = { messageId: 'm', bodyHash: 'b', owner: 'o', leaseUntilMs: 1, expiresAt };
  await messageStore(tables.messages).writeClaim('acc_1', 'hash', claim, 0);

  expect(claimItemKey('acc_1', 'hash')).toEqual({
    accountId: { S: 'acc_1#I#hash' },
    sk: { S: 'I#hash' },
  });
  expect(await readClaim(tables.messages, 'acc_1', 'hash')).toEqual(claim);
  expect(await readClaim(tables.messages, 'acc_2', 'hash')).toBeNull();
});

test('a page of messages has those of live keys or those of test keys, never both', async () => {
  const [live, made] = [newMessageId(startMs, 1), newTestMessageId(startMs)];
  await write('acc_both', [live, made]);

  expect(await pagesOf('acc_both', { limit: 4 })).toEqual([[live]]);
  expect(await pagesOf('acc_both', { limit: 4, parts: 16 })).toEqual([[live]]);
  expect(await pagesOf('acc_both', { limit: 4, test: true })).toEqual([[made]]);
});

test('a page of messages whose cursor is older than its time is empty', async () => {
  const [older = '', newer = ''] = [0, 7000].map((ms) => newMessageId(startMs + ms, 1));
  await write('acc_older', [older, newer]);
  const query = { limit: 4, nowMs: startMs, since: startMs + 7000, before: older };

  expect(await listMessages(tables.messages, 'acc_older', query)).toEqual({
    ...{ messages: [], next: null, unreadable: [], looked: 0 },
  });
});
