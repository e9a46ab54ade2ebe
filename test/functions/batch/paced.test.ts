import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DuePorts, sendDue } from '../../../functions/due/run.ts';
import { readPending, removePending } from '../../../shared/adapters/tables/pending-table.ts';
import type { SendOutcome } from '../../../shared/message/send-outcome.ts';
import { startTables, type TestTables } from '../../dynalite.ts';
import { template } from '../execute/sending.ts';
import { type Batching, messageTo, startBatching } from './batching.ts';

let tables: TestTables;

beforeAll(async () => {
  tables = await startTables();
});

afterAll(() => tables.stop());

const throttled: SendOutcome = {
  outcome: 'refused',
  error: 'Maximum sending rate exceeded.',
  isTemporary: true,
};

/** Gives each wake-up to `due` at its time, 100 ms apart, until none is left. SES takes one mail a second. */
async function workOff(batching: Batching): Promise<void> {
  const { later, sendMail } = batching.ports;
  if (later === null) throw new Error('Scheduled sends are switched off');
  let freeAtMs = 0;
  const ports: DuePorts = {
    ...{ ...batching.ports, later },
    loadRevision: async () => template,
    readPending: (message) => readPending(tables.messages, message),
    removePending: (message) => removePending(tables.messages, message),
    sendMail: async (mail) => {
      if (batching.nowMs() < freeAtMs) return throttled;
      freeAtMs = batching.nowMs() + 1000;
      return sendMail(mail);
    },
  };
  for (;;) {
    batching.wakeUps.sort((one, other) => one.notBeforeMs - other.notBeforeMs);
    const next = batching.wakeUps.shift();
    if (next === undefined) return;
    batching.pass(Math.max(100, next.notBeforeMs - batching.nowMs()));
    const { accountId, messageId } = next.body as { accountId: string; messageId: string };
    await sendDue({ accountId, messageId, received: 1 }, ports);
  }
}

test('a batch of 100 reaches an SES that takes one mail a second: all are sent once, and none fails for the rate', async () => {
  const batching = startBatching(tables.messages);
  const messages = Array.from({ length: 100 }, (_, n) => messageTo(`to${n}@example.org`));

  await batching.batch({ messages });
  await workOff(batching);

  const states = (await batching.records()).map(({ state }) => state);
  expect(states).toEqual(Array(100).fill('SENT'));
  const reached = batching.accepted.map(({ to }) => String(to));
  expect(new Set(reached).size).toBe(100);
  expect(batching.accepted).toHaveLength(100);
});
