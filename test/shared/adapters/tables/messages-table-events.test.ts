import type { Table } from '../../../../shared/adapters/tables/dynamodb.ts';
import { readMessage } from '../../../../shared/adapters/tables/messages-table.ts';
import {
  findBySesMessageId,
  recordEvent,
} from '../../../../shared/adapters/tables/messages-table-events.ts';
import { readReports } from '../../../../shared/adapters/tables/messages-table-reports.ts';
import {
  beginMessage,
  settleMessage,
} from '../../../../shared/adapters/tables/messages-table-writes.ts';
import type { MessageRecord, ReportedMessage } from '../../../../shared/message/message.ts';
import { startTables } from '../../../dynalite.ts';
import type { Fate } from '../../../fault-proxy.ts';
import { describe, expect, test } from '../../../jest.ts';
import { aMessage, anEvent } from '../messages.ts';
import { through } from './through.ts';

let count = 0;

const tables = await startTables();

/** A message of a new account, about to be sent to Ada and O'B. */
async function begun(change: Partial<MessageRecord> = {}): Promise<MessageRecord> {
  const message = aMessage({ accountId: `acc_${++count}`, ...change });
  await beginMessage(tables.messages, message);
  return message;
}

const toAda = { recipients: [{ address: 'ada@example.org', field: '_to' as const }] };
const addressees: [string, Partial<MessageRecord>][] = [
  ['one recipient', toAda],
  ['several', {}],
];

const record = (
  { accountId, messageId }: MessageRecord,
  change: Parameters<typeof anEvent>[0] = {},
  messages: Table = tables.messages,
) => recordEvent(messages, accountId, messageId, anEvent(change));

/** The message as lists see it. */
async function listed({ accountId, messageId }: MessageRecord): Promise<MessageRecord> {
  const message = await readMessage(tables.messages, accountId, messageId);
  if (message === null) throw new Error('The message has gone');
  return message;
}

const read = async (message: MessageRecord): Promise<ReportedMessage> =>
  readReports(tables.messages, await listed(message));

/** Does `work` with tables whose calls meet these fates. */
const withFates = <T>(fateOf: (operation: string) => Fate, work: (messages: Table) => Promise<T>) =>
  through(
    tables.endpoint,
    (call) => fateOf(call.operation),
    (through) => work(through.messages),
  );

/** The calls that a report makes. */
const callsOf = async (message: MessageRecord, change: Parameters<typeof anEvent>[0] = {}) =>
  (
    await withFates(
      () => 'pass',
      (messages) => record(message, change, messages),
    )
  ).calls;

describe.each(addressees)('a report of SES on a mail to %s', (_, to) => {
  test('a report of SES is kept, raises its recipient and settles a send without an end', async () => {
    const message = await begun(to);
    const bounce = { state: 'BOUNCED', category: 'Permanent/General', reason: '550' } as const;

    const recorded = await record(message, bounce);

    const { sesMessageId, ...event } = anEvent(bounce);
    const settled = {
      ...message,
      ...{ state: 'SENT', reported: 'BOUNCED', sesMessageId, settledAt: event.at },
    };
    const [ada, ...others] = message.recipients;
    const raised = { ...ada, state: 'BOUNCED', at: event.at, reason: '550' };
    const silent = { state: null, at: null, reason: null };
    expect(recorded).toEqual({ outcome: 'recorded', message });
    expect(await listed(message)).toMatchObject({ ...settled, events: expect.any(Array) });
    expect(await read(message)).toEqual({
      ...settled,
      recipients: [raised, ...others.map((other) => ({ ...other, ...silent }))],
      events: [event],
    });
  });

  test('a report of SES whose writes lost their answers is recorded once', async () => {
    const message = await begun(to);
    const seen = new Set<string>(['GetItem']);
    const loseFirst = (operation: string): Fate => {
      const isFirst = !seen.has(operation);
      seen.add(operation);
      return isFirst ? 'lose answer' : 'pass';
    };

    await withFates(loseFirst, (messages) => record(message, {}, messages));

    const after = await read(message);
    expect(after).toMatchObject({ state: 'SENT', reported: 'DELIVERED' });
    expect(after.events).toHaveLength(1);
  });
});

test('a report on a mail to several leaves the record unchanged if it has the state already', async () => {
  const message = await begun({ state: 'SENT' });
  await record(message, { eventId: 'e-1', state: 'BOUNCED' });

  const calls = await callsOf(message, { eventId: 'e-2' });

  expect(calls.map(([operation]) => operation)).toEqual(['GetItem', 'PutItem']);
});

test('a report on a mail to several expires with the message', async () => {
  const message = await begun();

  const [, put] = (await callsOf(message)).find(([operation]) => operation === 'PutItem') ?? [];
  expect(put.Item.expiresAt).toEqual({ N: String(message.expiresAt) });
});

test('a report keeps SES’s first id and the answer of a message that was settled', async () => {
  const message = await begun();
  const sent = {
    ...{ state: 'SENT' as const, settledAt: '2026-11-21T10:00:01.000Z', sesMessageId: 'ses-0' },
    ...{ error: null, answer: '{}', trace: null },
  };
  await settleMessage(tables.messages, message, sent);

  await record(message, { addresses: ["O'B.C+D@example.org"] });

  const { sesMessageId, settledAt, answer } = sent;
  expect(await read(message)).toMatchObject({
    ...{ sesMessageId, settledAt, answer },
    recipients: [{ state: null }, { address: "o'b.c+d@example.org", state: 'DELIVERED' }],
  });
});

test('a report about a message that does not exist says so', async () => {
  expect(await record(aMessage({ accountId: 'nobody' }))).toEqual({ outcome: 'no such message' });
});

test('a message that SES accepted is found by SES’s id, and an unknown id finds none', async () => {
  const message = await begun();
  await record(message, { sesMessageId: 'ses-findable' });
  const find = (sesMessageId: string) => findBySesMessageId(tables.messages, sesMessageId);

  const { accountId, messageId } = message;
  expect(await find('ses-findable')).toEqual({ accountId, messageId });
  expect(await find('ses-none')).toBeNull();
});

test('a record that a late read misses is read once more, consistently', async () => {
  const message = await begun({ state: 'SENT' });

  const { result, calls } = await withFates(
    () => 'pass',
    async (messages) => [
      await record(message, {}, messages),
      await record({ ...message, messageId: 'none' }, {}, messages),
    ],
  );

  const reads = calls.filter(([operation]) => operation === 'GetItem');
  expect(result.map(({ outcome }) => outcome)).toEqual(['recorded', 'no such message']);
  expect(reads.map(([, { ConsistentRead }]) => ConsistentRead)).toEqual([false, false, true]);
});
