import { encodeTime } from 'ulid';
import {
  putAccount,
  raiseAccountSpread,
} from '../../../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../../../shared/adapters/tables/change.ts';
import { dayMs } from '../../../../shared/adapters/tables/days/count-day.ts';
import { DeleteItemCommand } from '../../../../shared/adapters/tables/dynamodb-client.ts';
import { toMessageItem } from '../../../../shared/adapters/tables/message-item.ts';
import { recordEvent } from '../../../../shared/adapters/tables/messages-table-events.ts';
import { beginMessage } from '../../../../shared/adapters/tables/messages-table-writes.ts';
import { type MessageDays, messageDays } from '../../../../shared/manage/messages/message-days.ts';
import { listMessages } from '../../../../shared/manage/messages/messages.ts';
import { dashboardKeyId, type MessageRecord } from '../../../../shared/message/message.ts';
import { newMessageId, newTestMessageId } from '../../../../shared/message/message-id.ts';
import { startTables } from '../../../dynalite.ts';
import { beforeEach, expect, test } from '../../../jest.ts';
import { aMessage, anEvent } from '../../adapters/messages.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
/** The counts of this day. */
const today = (states: object, hardBounces = 0) => ({ '2026-11-21': { states, hardBounces } });

const tables = await startTables();

let accountId: string;
let accounts = 0;
beforeEach(async () => {
  accountId = `acc_${++accounts}`;
  await open();
});

/** Writes the account's record. */
function open(createdAt = '2026-11-01T00:00:00.000Z') {
  const record = { accountId, name: 'Acme', plan: 'team', gatewayKeyId: 'gw' } as const;
  return putAccount(tables.accounts, { ...record, usageIdentifierKey: 'usage', createdAt }, alone);
}

const ada = [{ address: 'ada@example.org', field: '_to' as const }];

/** Records a message to one recipient at a time; returns its id. */
async function send(atMs: number, change: Partial<MessageRecord> = {}): Promise<string> {
  const messageId = newMessageId(atMs);
  const record = { accountId, messageId, recipients: ada, state: 'SENT' as const, ...change };
  await beginMessage(tables.messages, aMessage(record));
  return record.messageId;
}

/** Records a report on a message. */
const report = (messageId: string, change: Parameters<typeof anEvent>[0]) =>
  recordEvent(tables.messages, accountId, messageId, anEvent(change));

const count = (days: number, nowMs = noon, retentionDays = 30) =>
  messageDays({ ...tables, now: () => new Date(nowMs), retentionDays }, accountId, days);

/** The counts of the days that have messages or have not been counted. */
function shown({ days }: MessageDays) {
  const unlikeZero = days.filter(({ counts }) => counts === null || Object.keys(counts.states)[0]);
  return Object.fromEntries(unlikeZero.map(({ date, counts }) => [date, counts]));
}

test('a test mail of the dashboard is not counted', async () => {
  await send(noon);
  await send(noon, { keyId: dashboardKeyId });

  expect(shown(await count(1))).toEqual(today({ SENT: 1 }));
});

test('each message counts on the UTC day of its request, to the millisecond', async () => {
  const midnight = Date.parse('2026-11-21T00:00:00Z');
  await send(midnight - 1);
  await send(midnight);
  await send(midnight + 1, { state: 'FAILED' });

  const found = await count(7);

  const before = { '2026-11-20': { states: { SENT: 1 }, hardBounces: 0 } };
  expect(shown(found)).toEqual({ ...before, ...today({ SENT: 1, FAILED: 1 }) });
  expect(found.days.map(({ date }) => date)).toEqual(
    [15, 16, 17, 18, 19, 20, 21].map((day) => `2026-11-${day}`),
  );
});

test('a report after midnight counts on the day of the request', async () => {
  const id = await send(Date.parse('2026-11-20T23:59:59.900Z'));
  await report(id, { state: 'DELIVERED', at: '2026-11-21T00:00:01.000Z' });

  const found = await count(7);

  expect(shown(found)).toEqual({ '2026-11-20': { states: { DELIVERED: 1 }, hardBounces: 0 } });
});

test('reports that come twice or in another order give the counts of the listed messages', async () => {
  const [one, two, three] = [await send(noon), await send(noon), await send(noon)];
  const bounced = { state: 'BOUNCED', eventId: 'b', category: 'Permanent/General' } as const;
  await report(one, { state: 'COMPLAINED', eventId: 'c' });
  await report(one, { state: 'DELIVERED', eventId: 'd' });
  await report(one, { state: 'DELIVERED', eventId: 'd' });
  await report(two, bounced);
  await report(two, bounced);
  await report(three, { state: 'DELIVERED', eventId: 'd' });

  const [found, { messages }] = await Promise.all([
    count(1),
    listMessages({ ...tables, now: () => new Date(noon) }, accountId),
  ]);

  expect(shown(found)).toEqual(today({ COMPLAINED: 1, BOUNCED: 1, DELIVERED: 1 }, 1));
  expect(messages.map(({ state }) => state).sort()).toEqual(['BOUNCED', 'COMPLAINED', 'DELIVERED']);
});

test('a bounce that may pass is no hard bounce, and a bounce of a mail to several is one', async () => {
  const full = await send(noon);
  const bob = { address: 'bob@example.org', field: '_cc' as const };
  const several = await send(noon, { recipients: [...ada, bob] });
  for (const id of [full, several]) {
    await report(id, { state: 'BOUNCED', category: 'Transient/MailboxFull' });
  }

  expect(shown(await count(1))).toEqual(today({ BOUNCED: 2 }, 1));
});

test('messages of test keys are not counted', async () => {
  await send(noon);
  await send(noon, { messageId: newTestMessageId(noon) });

  expect(shown(await count(1))).toEqual(today({ SENT: 1 }));
});

test('a count is kept while it is good, and made again afterwards', async () => {
  const id = await send(noon);
  await count(1);
  await report(id, { state: 'DELIVERED' });

  expect(shown(await count(1, noon + 14_000))).toEqual(today({ SENT: 1 }));
  expect(shown(await count(1, noon + 15_000))).toEqual(today({ DELIVERED: 1 }));
});

test('the counts of a day stay when its records have expired, and a day that was never counted is unknown', async () => {
  await send(noon - dayMs);
  await send(noon);
  await count(1);

  const later = await count(32, noon + 29.6 * dayMs);

  expect(shown(later)).toEqual({ '2026-11-20': null, ...today({ SENT: 1 }) });
});

test('refused requests stay in the counts when their records are gone before the others', async () => {
  const refused = await send(noon, { state: 'REFUSED' });
  await send(noon);
  await count(1);
  const { client, name } = tables.messages;
  const { accountId: partition, sk } = toMessageItem(aMessage({ accountId, messageId: refused }));
  const Key = { accountId: partition, sk } as never;
  await client.send(new DeleteItemCommand({ TableName: name, Key }));

  expect(shown(await count(9, noon + 8 * dayMs))).toEqual(today({ SENT: 1, REFUSED: 1 }));
});

test('an account that is spread over 32 parts is counted in several calls of at most 100 Queries', async () => {
  await raiseAccountSpread(tables.accounts, accountId, 32, alone);
  const digits = ['', ...'123456789ABCDEFGHJKMNPQRSTVWXYZ'];
  for (const digit of digits) {
    await send(noon - dayMs, { messageId: `${encodeTime(noon - dayMs)}0000000000000000${digit}` });
  }

  const first = await count(9);
  let last = first;
  let calls = 1;
  for (; last.isCounting; calls++) last = await count(9);

  expect(first.isCounting).toBe(true);
  expect(calls).toBe(3);
  expect(shown(last)).toEqual({ '2026-11-20': { states: { SENT: 32 }, hardBounces: 0 } });
});

test('the days before an account was created have no messages', async () => {
  accountId = 'acc_young';
  await open('2026-11-21T08:00:00.000Z');

  const { days, isCounting } = await count(180);

  expect(isCounting).toBe(false);
  expect(days).toHaveLength(180);
  expect(days.filter(({ counts }) => counts === null)).toEqual([]);
});
