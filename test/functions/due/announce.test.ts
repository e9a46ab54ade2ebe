import type { DuePorts } from '../../../functions/due/run.ts';
import { beforeEach, expect, test } from '../../jest.ts';
import { addEndpoint, announcing } from '../announced.ts';
import { sending, startSendingForFile, tables } from '../execute/for-file.ts';
import { begun, hour, pendingOf, schedule as scheduleMessage, wake as wakeUp } from './waking.ts';

let queue: ReturnType<typeof announcing>;

await startSendingForFile();

beforeEach(async () => {
  queue = announcing(tables.messages);
  await addEndpoint(tables.messages, sending.accountId);
});

/** Schedules a message that is due immediately. Returns its id. */
async function schedule(_reference?: string): Promise<string> {
  const id = await scheduleMessage({ _reference });
  sending.pass(hour);
  return id;
}

const wake = (id: string, ports: Partial<DuePorts> = {}) =>
  wakeUp(id, { announcer: queue.announcer, ...ports });

const to = 'ada@example.org';

test('a scheduled mail that was sent gives the event message.sent, with all names of the message', async () => {
  const id = await schedule('order-1001');

  await wake(id);

  const data = { id, messageId: 'ses-1', reference: 'order-1001', to, state: 'SENT', reason: null };
  expect(queue.queued).toMatchObject([{ event: { type: 'message.sent', data } }]);
});

test('a scheduled mail that was not sent gives the event message.failed with the reason', async () => {
  const id = await schedule('order-1001');

  await wake(id, { loadRevision: async () => null });

  const reason = 'Template not found';
  const data = { id, messageId: null, reference: 'order-1001', to, state: 'FAILED', reason };
  expect(queue.queued).toMatchObject([{ event: { type: 'message.failed', data } }]);
});

test('an attempt that stopped gives the event message.unknown when its lease is over', async () => {
  const id = await schedule();
  await sending.ports.store.beginScheduled(begun(id), 'stopped', sending.nowMs() + 20_000);

  await wake(id);
  expect(queue.queued).toEqual([]);
  sending.pass(20_000);
  await wake(id);
  expect(queue.told()).toEqual([['message.unknown', to]]);
});

test('a function that stops between the record and the queue gives the event at the next wake-up, and sends no second mail', async () => {
  const id = await schedule();

  queue.failNext(1);
  await expect(wake(id)).rejects.toThrow('SQS does not answer');
  expect(queue.queued).toEqual([]);
  expect(await wake(id)).toBe('ignored');
  expect(queue.told()).toEqual([['message.sent', to]]);
  expect(sending.accepted).toHaveLength(1);
  expect(await pendingOf(id)).toBeNull();
});
