import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readMessage } from '../../../shared/adapters/messages-table.ts';
import { findBySesMessageId, recordEvent } from '../../../shared/adapters/messages-table-events.ts';
import { beginMessage, settleMessage } from '../../../shared/adapters/messages-table-writes.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';
import { startTables, type TestTables, tablesOf, testClient } from '../../dynalite.ts';
import { startFaultProxy } from '../../fault-proxy.ts';
import { aMessage, anEvent } from './messages.ts';

let tables: TestTables;
let count = 0;

beforeAll(async () => {
  tables = await startTables();
});

afterAll(() => tables.stop());

/** A message of an account of its own, about to be sent. */
async function begun(change: Partial<MessageRecord> = {}): Promise<MessageRecord> {
  const message = aMessage({ accountId: `acc_${++count}`, ...change });
  await beginMessage(tables.messages, message);
  return message;
}

const record = (
  { accountId, messageId }: MessageRecord,
  change: Parameters<typeof anEvent>[0] = {},
) => recordEvent(tables.messages, accountId, messageId, anEvent(change));
const read = ({ accountId, messageId }: MessageRecord) =>
  readMessage(tables.messages, accountId, messageId);

describe('a report of SES', () => {
  test('is kept, raises its recipient and settles a send without an end', async () => {
    const message = await begun();

    const recorded = await record(message, {
      state: 'BOUNCED',
      category: 'Permanent/General',
      reason: '550',
    });

    const raised = {
      ...message.recipients[0],
      state: 'BOUNCED',
      at: '2026-11-21T10:00:05.000Z',
      reason: '550',
    };
    expect(recorded).toEqual({
      outcome: 'recorded',
      message,
      changes: { recipients: [raised], settles: true },
    });
    const { sesMessageId, ...event } = anEvent({
      state: 'BOUNCED',
      category: 'Permanent/General',
      reason: '550',
    });
    expect(await read(message)).toEqual({
      ...message,
      state: 'SENT',
      sesMessageId,
      settledAt: event.at,
      recipients: [raised, message.recipients[1]],
      events: [event],
    });
  });

  test('that comes twice is recorded once', async () => {
    const message = await begun();
    await record(message);

    const again = await record(message);

    expect(again).toMatchObject({ outcome: 'known already' });
    expect((await read(message))?.events).toHaveLength(1);
  });

  test('after a worse one is kept, and changes no state', async () => {
    const message = await begun();
    await record(message, { eventId: 'e-1', state: 'BOUNCED' });
    await record(message, { eventId: 'e-2', state: 'DELIVERED' });
    await record(message, { eventId: 'e-3', state: 'DELIVERED' });

    const after = await read(message);

    expect(after?.recipients[0]).toMatchObject({ state: 'BOUNCED' });
    expect(after?.events.map(({ eventId }) => eventId).sort()).toEqual(['e-1', 'e-2', 'e-3']);
  });

  test('about a stranger is kept', async () => {
    const message = await begun();

    await record(message, { addresses: ['stranger@example.org'] });

    const after = await read(message);
    expect(after).toMatchObject({ recipients: message.recipients, state: 'SENT' });
    expect(after?.events).toMatchObject([{ addresses: ['stranger@example.org'] }]);
  });

  test('keeps SES’s first id and the answer of a message that was settled', async () => {
    const message = await begun();
    await settleMessage(tables.messages, message, {
      state: 'SENT',
      settledAt: '2026-11-21T10:00:01.000Z',
      sesMessageId: 'ses-0',
      error: null,
      answer: '{}',
      trace: null,
    });

    await record(message, { addresses: ["O'B.C+D@example.org"] });

    expect(await read(message)).toMatchObject({
      sesMessageId: 'ses-0',
      settledAt: '2026-11-21T10:00:01.000Z',
      answer: '{}',
      recipients: [{ state: null }, { address: "o'b.c+d@example.org", state: 'DELIVERED' }],
    });
  });

  test('about a message that is not there is said', async () => {
    expect(await record(aMessage({ accountId: 'nobody' }))).toEqual({ outcome: 'no such message' });
  });

  test('one of twenty at once is recorded like the others, with the worst state at the end', async () => {
    const message = await begun();
    const states = ['DELAYED', 'DELIVERED', 'COMPLAINED', 'BOUNCED'] as const;

    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        record(message, { eventId: `e-${n}`, state: states[n % 4] }),
      ),
    );

    const after = await read(message);
    expect(after?.events).toHaveLength(20);
    expect(after?.recipients[0]).toMatchObject({ state: 'COMPLAINED' });
  });

  test('one of twenty at once of the same state: the earliest counts', async () => {
    const message = await begun();
    const at = (n: number) => `2026-11-21T10:00:${String(n).padStart(2, '0')}.000Z`;

    await Promise.all(
      Array.from({ length: 20 }, (_, n) => record(message, { eventId: `e-${n}`, at: at(n + 10) })),
    );

    expect((await read(message))?.recipients[0]).toMatchObject({ state: 'DELIVERED', at: at(10) });
  });

  test('whose write lost its answer is recorded once', async () => {
    const message = await begun();
    let lost = 0;
    const proxy = await startFaultProxy(tables.endpoint, ({ operation }) =>
      operation === 'UpdateItem' && lost++ === 0 ? 'lose answer' : 'pass',
    );
    const { messages } = tablesOf(testClient(proxy.endpoint));

    await recordEvent(messages, message.accountId, message.messageId, anEvent()).finally(
      proxy.stop,
    );

    expect((await read(message))?.events).toHaveLength(1);
  });
});

describe('a message by SES’s id', () => {
  test('is found where SES accepted it', async () => {
    const message = await begun();
    await record(message, { sesMessageId: 'ses-findable' });

    const found = await findBySesMessageId(tables.messages, 'ses-findable');

    expect(found).toEqual({ accountId: message.accountId, messageId: message.messageId });
  });

  test('is not found where there is none', async () => {
    expect(await findBySesMessageId(tables.messages, 'ses-none')).toBeNull();
  });
});

test('a record that a late read does not show is read once more, consistently', async () => {
  const message = await begun();
  const proxy = await startFaultProxy(tables.endpoint, () => 'pass');
  const { messages } = tablesOf(testClient(proxy.endpoint));

  const known = await recordEvent(messages, message.accountId, message.messageId, anEvent());
  const unknown = await recordEvent(messages, message.accountId, 'none', anEvent());

  messages.client.destroy();
  await proxy.stop();
  const reads = proxy.calls
    .filter(({ operation }) => operation === 'GetItem')
    .map(({ body }) => JSON.parse(body).ConsistentRead);
  expect([known.outcome, unknown.outcome]).toEqual(['recorded', 'no such message']);
  expect(reads).toEqual([false, false, true]);
});
