import { type SweepFrom, type SweepPorts, sweep } from '../../../functions/due/sweep.ts';
import { type AccountRecord, putAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { PutItemCommand } from '../../../shared/adapters/tables/dynamodb-client.ts';
import { messageItemKey } from '../../../shared/adapters/tables/message-item.ts';
import { keepPending } from '../../../shared/adapters/tables/pending-table.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { beforeEach, expect, test } from '../../jest.ts';
import { restoredAt } from '../../restored.ts';
import { aMessage } from '../../shared/adapters/messages.ts';
import { sending, startSendingForFile, tables } from '../execute/for-file.ts';
import { begun, hour, place, schedule, sendAt, wake } from './waking.ts';

await startSendingForFile();

const minute = 60_000;

beforeEach(async () => {
  const { accountId } = sending;
  const account = { accountId, name: 'Acme', createdAt: accountId, messageParts: 2 };
  const gateway = { plan: 'free', gatewayKeyId: 'gw', usageIdentifierKey: 'value' } as const;
  await putAccount(tables.accounts, { ...account, ...gateway } satisfies AccountRecord, alone);
});

/** Sweeps. Returns what the log says, and the bodies of the wake-ups that this file's account got. */
async function swept(change: Partial<SweepPorts> = {}, from: SweepFrom = { partition: '' }) {
  const { ports, wakeUps } = sending;
  if (ports.later === null) throw new Error('Scheduled sends are switched off');
  const before = wakeUps.length;
  const own = { ...ports, later: ports.later, ready: async () => 0, limit: 2 };
  const deadline = { leftMs: () => 15_000 };
  const end = await sweep(from, { ...tables, ...own, deadline, ...change });
  return { end, asked: wakeUps.slice(before).map(({ body }) => body) };
}

const nothing = { end: { outcome: 'swept', overdue: 0, woken: 0 }, asked: [] };
const lost = (...ids: string[]) => ({
  end: { outcome: 'overdue', overdue: ids.length, woken: ids.length },
  asked: ids.map(place),
});
/** Removes what a test has scheduled, so that the sweeps of the other tests do not find it. */
const clean = async (id: string) => void (await wake(id, { loadRevision: async () => null }));

test('a sweep wakes up a message that is 15 minutes overdue, unless SES did not take it lately', async () => {
  const id = await schedule();
  sending.pass(hour + 14 * minute);
  expect(await swept()).toEqual(nothing);
  sending.pass(minute);
  expect(await swept()).toEqual(lost(id));

  sending.script.push({ outcome: 'refused', error: 'Throttled', isTemporary: true });
  await wake(id);
  expect(await swept()).toEqual(nothing);
  sending.pass(16 * minute);
  expect(await swept()).toEqual(lost(id));
  expect(await wake(id)).toBe('sent');
  expect(await swept()).toEqual(nothing);
});

test('a sweep wakes no message that may have been sent, or whose wake-up may be in the queue', async () => {
  const id = await schedule();
  sending.pass(2 * hour);
  const messages = restoredAt(Date.now() / 1000, tables);

  const end = { outcome: 'overdue', overdue: 1, woken: 0 };
  expect(await swept({ messages })).toEqual({ end, asked: [] });
  expect(await swept({ ready: async () => 101 })).toEqual({ end: { outcome: 'busy' }, asked: [] });
  await clean(id);
});

test('a sweep wakes up an attempt that stopped, and reports no lost wake-up', async () => {
  const id = await schedule();
  sending.pass(hour);
  await sending.ports.store.beginScheduled(begun(id), 'stopped', sending.nowMs() + 20_000);
  sending.pass(hour);

  expect(await swept()).toEqual({ end: { ...nothing.end, woken: 1 }, asked: [place(id)] });
  await clean(id);
});

test('a sweep without time left asks for another one, and a message that cannot be read stops neither', async () => {
  const { accountId } = sending;
  const ofPart = () => newMessageId(sending.nowMs(), 2, () => 1);
  const ids = [ofPart(), ofPart(), ofPart()].sort();
  for (const messageId of ids) {
    const message = aMessage({ accountId, messageId, sendAt });
    await keepPending(tables.messages, message, { content: new Uint8Array(1) });
  }
  const [one = '', two = '', three = ''] = ids;
  const { client, name: TableName } = tables.messages;
  const Item = { ...messageItemKey(accountId, one), format: { N: '99' } };
  await client.send(new PutItemCommand({ TableName, Item }));
  const live = await schedule();
  sending.pass(2 * hour);
  let pages = 0;
  // The sweep reads this account's first part, and one page of its second part.
  const leftMs = () => (pages++ < 3 ? 15_000 : 4_999);
  const own = { accounts: tables.accounts, deadline: { leftMs } };

  const first = await swept(own, { partition: accountId });
  const rest = { partition: `${accountId}#1`, after: `L#${two}` };
  const second = await swept({ ready: async () => 101 }, rest);

  expect(first.asked).toEqual([place(live), place(two), { sweep: rest }]);
  expect(first.end).toMatchObject({ overdue: 1, woken: 2, causes: [expect.any(String)] });
  expect(second).toEqual({ end: { ...nothing.end, woken: 1 }, asked: [place(three)] });
});
