import { type SweepFrom, type SweepPorts, sweep } from '../../../functions/due/sweep.ts';
import { keepPending, overduePage } from '../../../shared/adapters/tables/pending-table.ts';
import { newTestMessageId } from '../../../shared/message/message-id.ts';
import { expect, test } from '../../jest.ts';
import { aMessage } from '../../shared/adapters/messages.ts';
import { sending, startSendingForFile, tables } from '../execute/for-file.ts';
import { begun, hour, place, schedule, sendAt, wake } from './waking.ts';

await startSendingForFile();

const minute = 60_000;
const found = (overdue: number, woken: number) => ({
  outcome: overdue > 0 ? 'overdue' : 'swept',
  ...{ overdue, woken },
});

/** Sweeps the file's account. Returns what it found, and what it asked the queue for. */
async function swept(change: Partial<SweepPorts> = {}, from: SweepFrom = { partition: '' }) {
  const { accountId, ports } = sending;
  if (ports.later === null) throw new Error('Scheduled sends are switched off');
  const before = sending.wakeUps.length;
  const end = await sweep(from, {
    ...{ ...ports, later: ports.later, deadline: { leftMs: () => 15_000 } },
    readyWakeUps: async () => 0,
    readMayBeSent: async () => () => false,
    partitions: async () => [`${accountId}#0`, accountId],
    overduePage: (partition, until, after) =>
      overduePage(tables.messages, partition, until, after, 2),
    tellFault: (error) => {
      throw error;
    },
    ...change,
  });
  return { end, asked: sending.wakeUps.slice(before).map(({ body }) => body) };
}

test('a sweep wakes up a message that is 15 minutes overdue, and it is sent', async () => {
  const id = await schedule();
  sending.pass(hour + 14 * minute);
  expect(await swept()).toEqual({ end: found(0, 0), asked: [] });

  sending.pass(minute);

  expect(await swept()).toEqual({ end: found(1, 1), asked: [place(id)] });
  expect(await wake(id)).toBe('sent');
  expect(await swept()).toEqual({ end: found(0, 0), asked: [] });
});

test('a sweep leaves a message alone that waits because SES does not take it for now', async () => {
  const id = await schedule();
  sending.pass(2 * hour);
  sending.script.push({ outcome: 'refused', error: 'Throttled', isTemporary: true });
  await wake(id);

  expect(await swept()).toEqual({ end: found(0, 0), asked: [] });
  sending.pass(16 * minute);
  expect(await swept()).toEqual({ end: found(1, 1), asked: [place(id)] });
});

test('a sweep reports a message that may have been sent, and does not wake it', async () => {
  await schedule();
  sending.pass(2 * hour);

  const mayBeSent = await swept({ readMayBeSent: async () => () => true });

  expect(mayBeSent).toEqual({ end: found(1, 0), asked: [] });
});

test('a sweep wakes up an attempt that stopped, without a report that its wake-up was lost', async () => {
  const id = await schedule();
  sending.pass(hour);
  await sending.ports.store.beginScheduled(begun(id), 'stopped', sending.nowMs() + 20_000);
  sending.pass(hour);

  expect(await swept()).toEqual({ end: found(0, 1), asked: [place(id)] });
});

test('a sweep looks at nothing while many wake-ups are in the queue', async () => {
  await schedule();
  sending.pass(2 * hour);

  const { end, asked } = await swept({ readyWakeUps: async () => 101 });

  expect({ end, asked }).toEqual({ end: { ...found(0, 0), outcome: 'busy' }, asked: [] });
});

test('a sweep without time left asks for another one, which goes on there', async () => {
  const { accountId } = sending;
  const ids = Array.from({ length: 3 }, () => newTestMessageId(sending.nowMs())).sort();
  for (const messageId of ids) {
    const message = aMessage({ accountId, messageId, sendAt });
    await keepPending(tables.messages, message, { content: new Uint8Array(1) });
  }
  const live = await schedule();
  sending.pass(2 * hour);
  let pages = 0;
  const leftMs = () => (pages++ < 2 ? 15_000 : 4_999);

  const first = await swept({ deadline: { leftMs } });
  const rest = { sweep: { partition: `${accountId}#0`, after: `L#${ids[1]}` } };
  const second = await swept({ readyWakeUps: async () => 250 }, rest.sweep);

  const woken = first.asked.slice(0, -1).map((body) => String(body.messageId));
  expect(new Set(woken)).toEqual(new Set([live, ...ids.slice(0, 2)]));
  expect(first.asked.at(-1)).toEqual(rest);
  expect(second).toEqual({ end: found(0, 1), asked: [place(ids[2] ?? '')] });
});

test('a message that cannot be read keeps a sweep from no other message', async () => {
  const ids = [await schedule(), await schedule()];
  sending.pass(2 * hour);
  const fault = new Error('no answer');
  const { readMessage } = sending.ports.store;
  const store = {
    readMessage: (accountId: string, messageId: string) =>
      messageId === ids[0] ? Promise.reject(fault) : readMessage(accountId, messageId),
  };
  const told: unknown[] = [];

  const { asked } = await swept({ store, tellFault: (error) => void told.push(error) });

  expect({ asked, told }).toEqual({ asked: [place(ids[1] ?? '')], told: [fault] });
});
