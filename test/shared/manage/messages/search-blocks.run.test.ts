import { encodeTime } from 'ulid';
import { deleteItemsOf } from '../../../../cli/aws/account-items.ts';
import {
  putAccount,
  raiseAccountSpread,
} from '../../../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../../../shared/adapters/tables/change.ts';
import { PutItemCommand } from '../../../../shared/adapters/tables/dynamodb-client.ts';
import { toMessageItem } from '../../../../shared/adapters/tables/message-item.ts';
import { blockPrefix } from '../../../../shared/adapters/tables/search-blocks.ts';
import type { MessageSearch } from '../../../../shared/manage/messages/message-search.ts';
import { listMessages } from '../../../../shared/manage/messages/messages.ts';
import { inParallel } from '../../../../shared/manage/parallel.ts';
import type { MessageRecord } from '../../../../shared/message/message.ts';
import { startCallCounter } from '../../../../trials/bench/growth/count-calls.ts';
import {
  accountId,
  fillMessages,
  messageIdAt,
  sentAt,
} from '../../../../trials/bench/growth/fill-messages.ts';
import { startTables, tablesOf, testClient } from '../../../dynalite.ts';
import { atEndOfFile } from '../../../end-of-file.ts';
import { beforeEach, expect, test } from '../../../jest.ts';
import { aMessage } from '../../adapters/messages.ts';
import { recipient } from '../message-records.ts';

const dayMs = 24 * 60 * 60 * 1000;
const tables = await startTables();
const counter = await startCallCounter(tables.endpoint);
atEndOfFile(counter.stop);
const seen = tablesOf(testClient(counter.endpoint));
await fillMessages({ ...tables.messages, count: 2500 });
const lateMs = sentAt(2500).getTime() + 3 * dayMs;

beforeEach(async () => {
  await deleteItemsOf(tables.messages, accountId, blockPrefix);
});

/** Searches to the end. */
async function search(asked: MessageSearch, nowMs = lateMs, account = accountId) {
  const ids: string[] = [];
  let looked = 0;
  let cursor: string | undefined;
  const { scanned } = await counter.during(async () => {
    do {
      const ports = { ...seen, now: () => new Date(nowMs) };
      const page = await listMessages(ports, account, { ...asked, cursor });
      ids.push(...page.messages.map(({ messageId }) => messageId));
      looked += page.looked;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  });
  return { ids, looked, scanned };
}

async function write(change: Partial<MessageRecord>): Promise<void> {
  const { client, name: TableName } = tables.messages;
  const record = aMessage({ accountId, ...change });
  await client.send(new PutItemCommand({ TableName, Item: toMessageItem(record) }));
}

test.each([
  ['an address', { to: 'Reader7@example.com' }, [2007, 1007, 7]],
  ['an address that got nothing', { to: 'nobody@example.com' }, []],
  ['a domain that got nothing', { domain: 'example.org' }, []],
  ['an unknown reference', { reference: 'order-1' }, []],
] as const)(
  'the second search for %s finds the same, and passes over what cannot match',
  async (_, asked, numbers) => {
    const first = await search(asked);
    const second = await search(asked);

    const ids = numbers.map(messageIdAt);
    expect([first.ids, second.ids]).toEqual([ids, ids]);
    expect([first.looked, second.looked]).toEqual([2500, 2500]);
    expect(first.scanned).toBeGreaterThan(2499);
    // A block of 1,000 messages is one item.
    expect(second.scanned).toBeLessThan(numbers.length === 0 ? 20 : 2520);
  },
);

test('a search for a text notes blocks for the searches that follow', async () => {
  await search({ text: 'no such words' });

  expect((await search({ to: 'nobody@example.com' })).scanned).toBeLessThan(20);
});

test('a message that a repeated request records a day late is found', async () => {
  const nowMs = sentAt(2500).getTime() + dayMs;
  const asked = { to: 'late@example.com' };
  await search(asked, nowMs);
  const late = `${encodeTime(sentAt(1200).getTime() + 1)}0000000000000001`;
  await write({ messageId: late, recipients: [recipient('late@example.com')] });

  expect((await search(asked, nowMs)).ids).toEqual([late]);
});

test('searches of any range and page size, in any order, find what a look at every record finds', async () => {
  const account = {
    accountId: 'acc_parts',
    name: 'Acme',
    plan: 'team',
    gatewayKeyId: 'g',
  } as const;
  const createdAt = sentAt(0).toISOString();
  await putAccount(tables.accounts, { ...account, usageIdentifierKey: 'u', createdAt }, alone);
  await raiseAccountSpread(tables.accounts, 'acc_parts', 3, alone);
  const random = sequence(7);
  const records = Array.from({ length: 900 }, (_, number) => ({
    accountId: 'acc_parts',
    messageId: `${messageIdAt(number)}${['', '1', '2'][random(3)]}`,
    // Each address has a time of its own, so that blocks can be passed over.
    recipients: [recipient(`to${Math.floor(number / 90)}-${random(9)}@example.com`)],
    reference: `order-${random(200)}`,
  }));
  await inParallel(records, write);

  for (let round = 0; round < 15; round++) {
    const from = random(900);
    const asked = {
      ...(random(2) === 0
        ? { to: `to${random(10)}-${random(9)}@example.com` }
        : { reference: `order-${random(200)}` }),
      ...(random(2) === 0 && { since: sentAt(from), until: sentAt(from + random(500)) }),
      limit: 1 + random(12),
    };
    const { ids } = await search(asked, lateMs, 'acc_parts');

    const { to, reference, since, until } = {
      to: undefined,
      reference: undefined,
      since: undefined,
      until: undefined,
      ...asked,
    };
    const matching = records.filter(
      (each, number) =>
        (to === undefined || each.recipients[0]?.address === to) &&
        (reference === undefined || each.reference === reference) &&
        (since === undefined || sentAt(number) >= since) &&
        (until === undefined || sentAt(number) <= until),
    );
    expect({ asked, ids }).toEqual({
      asked,
      ids: matching.map(({ messageId }) => messageId).reverse(),
    });
  }
});

/** Numbers that look random, and are the same in every run. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
