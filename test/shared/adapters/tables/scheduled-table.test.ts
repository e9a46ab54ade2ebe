import { randomBytes, randomUUID } from 'node:crypto';
import { alone } from '../../../../shared/adapters/tables/change.ts';
import { readMessage } from '../../../../shared/adapters/tables/messages-table.ts';
import { messageStore } from '../../../../shared/adapters/tables/messages-table-writes.ts';
import {
  encodePending,
  keepPending,
  readPending,
} from '../../../../shared/adapters/tables/pending-table.ts';
import {
  moveScheduled,
  recordCancelled,
} from '../../../../shared/adapters/tables/scheduled-table.ts';
import type { MessageRecord } from '../../../../shared/message/message.ts';
import { newMessageId } from '../../../../shared/message/message-id.ts';
import { startTables } from '../../../dynalite.ts';
import { expect, test } from '../../../jest.ts';
import { aMessage } from '../messages.ts';

const tables = await startTables();

const nowMs = Date.parse('2026-11-22T10:00:00Z');
const settledAt = '2026-11-22T10:00:01.000Z';

/** Writes a scheduled message of a new account. */
async function schedule(state: MessageRecord['state'] = 'SCHEDULED') {
  const store = messageStore(tables.messages);
  const record = aMessage({
    ...{ accountId: `acc_${randomUUID()}`, messageId: newMessageId(nowMs), state },
    ...{ owner: 'acceptance', leaseUntilMs: nowMs, answer: '{"type":"scheduled"}' },
    ...{ createdAt: '2026-11-22T10:00:00.000Z', sendAt: '2026-12-24T09:00:00.000Z' },
    expiresAt: nowMs / 1000 + 86_400,
  });
  await store.beginMessage(record);
  const read = () => readMessage(tables.messages, record.accountId, record.messageId);
  return { store, record, read };
}

test('the record of a scheduled message keeps its time', async () => {
  const { record, read } = await schedule();
  expect(await read()).toEqual(record);
});

test('one of two attempts begins to send a scheduled message', async () => {
  const { store, record, read } = await schedule();
  const begun = await Promise.all(
    ['first', 'second'].map((owner) => store.beginScheduled(record, owner, nowMs + 20_000)),
  );
  expect(begun.filter((each) => each !== null)).toHaveLength(1);
  const owner = begun[0] === null ? 'second' : 'first';
  expect(await read()).toMatchObject({ state: 'SENDING', owner, leaseUntilMs: nowMs + 20_000 });
});

test('an attempt that begins a message recognises its first write, whose answer was lost', async () => {
  const { store, record } = await schedule();
  await store.beginScheduled(record, 'first', nowMs + 20_000);
  const again = await store.beginScheduled(record, 'first', nowMs + 20_000);
  expect(again).toMatchObject({ state: 'SENDING' });
});

test('an attempt does not begin a message that does not exist', async () => {
  const { store, record } = await schedule();
  const other = { ...record, accountId: 'acc_none' };
  expect(await store.beginScheduled(other, 'first', nowMs)).toBeNull();
});

test('an attempt does not begin a message that has got another revision since it was read', async () => {
  const { store, record, read } = await schedule();
  const newest = { revision: record.revision + 1, subject: 'New' };
  await moveScheduled(
    tables.messages,
    record,
    { sendAt: '2026-11-22T10:00:00.000Z', newest },
    alone,
  );
  expect(await store.beginScheduled(record, 'first', nowMs + 20_000)).toBeNull();
  expect(await read()).toMatchObject({ state: 'SCHEDULED' });
});

test('a message that is handed back can be sent or cancelled', async () => {
  const { store, record, read } = await schedule();
  await store.beginScheduled(record, 'first', nowMs + 20_000);
  await store.handBack({ ...record, owner: 'first' });
  expect(await read()).toMatchObject({ state: 'SCHEDULED' });
  expect(await recordCancelled(tables.messages, record, settledAt, alone)).toBe(true);
});

test('only the attempt that sends a message hands it back', async () => {
  const { store, record, read } = await schedule();
  await store.beginScheduled(record, 'first', nowMs + 20_000);
  await store.handBack({ ...record, owner: 'second' });
  expect(await read()).toMatchObject({ state: 'SENDING', owner: 'first' });
});

test('a cancelled message is never begun, and may be cancelled twice', async () => {
  const { store, record, read } = await schedule();
  expect(await recordCancelled(tables.messages, record, settledAt, alone)).toBe(true);
  expect(await recordCancelled(tables.messages, record, '2026-11-22T11:00:00.000Z', alone)).toBe(
    true,
  );
  expect(await store.beginScheduled(record, 'first', nowMs)).toBeNull();
  expect(await read()).toMatchObject({ state: 'CANCELLED', settledAt });
});

const begun = ['SENDING', 'SENT', 'FAILED', 'UNKNOWN'] as const;

test.each(begun)('a message that is %s cannot be cancelled', async (state) => {
  const { record, read } = await schedule(state);
  expect(await recordCancelled(tables.messages, record, settledAt, alone)).toBe(false);
  expect(await read()).toMatchObject({ state });
});

const pending = { request: { variables: { name: 'Ada' }, _to: 'ada@example.org' } };

test('the request of a scheduled message is read as it was kept, by its own account alone', async () => {
  const { record } = await schedule();
  const content = encodePending(pending);
  if (content === null) throw new Error('A small request was too large');
  await keepPending(tables.messages, record, content);

  expect(await readPending(tables.messages, record)).toEqual(pending);
  expect(await readPending(tables.messages, { ...record, accountId: 'acc_2' })).toBeNull();
});

test('a request that compresses to more than 380 KB cannot be kept', () => {
  const variables = { data: randomBytes(400 * 1024).toString('base64') };
  expect(encodePending({ request: { variables } })).toBeNull();
});
