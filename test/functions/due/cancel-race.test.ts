import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DuePorts, sendDue } from '../../../functions/due/run.ts';
import { readPending, removePending } from '../../../shared/adapters/tables/pending-table.ts';
import type { MessageStore } from '../../../shared/message/message-store.ts';
import { startTables, type TestTables } from '../../dynalite.ts';
import { type Sending, startSending, template } from '../execute/sending.ts';

let tables: TestTables;

beforeAll(async () => {
  tables = await startTables();
});

afterAll(() => tables.stop());

const runs = 200;

/** Numbers from 0 to below 1, the same for the same seed: https://en.wikipedia.org/wiki/Linear_congruential_generator. */
function randomOf(seed: number): () => number {
  // Neighbouring seeds would begin with nearly the same number.
  let state = (seed * 2_654_435_761) % 2 ** 32;
  return () => {
    state = (1_664_525 * state + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Schedules a message whose time has come, and cancels it while two wake-ups send it. */
async function race(seed: number) {
  const random = randomOf(seed);
  const pause = () => new Promise((resolve) => setTimeout(resolve, 4 * random()));
  const sending = startSending(tables.messages);
  await sending.execute({ _sendAt: '2026-11-21T10:00:00Z' });
  const [record] = await sending.records();
  if (!record) throw new Error('Nothing was scheduled');
  const ports = pausing(sending, pause);
  const wakeUp = { accountId: record.accountId, messageId: record.messageId, received: 1 };
  const cancel = async () => {
    await Promise.all([pause(), pause()]);
    await pause();
    return ports.store.cancelScheduled(record, '2026-11-21T10:00:00.000Z');
  };
  const [isCancelled] = await Promise.all([
    cancel(),
    sendDue(wakeUp, ports),
    sendDue(wakeUp, ports),
  ]);
  return { isCancelled, mails: sending.accepted.length };
}

/** The ports with a pause before and after each call that decides. */
function pausing({ ports }: Sending, pause: () => Promise<unknown>): DuePorts {
  const slow =
    <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      await pause();
      const result = await call(...given);
      await pause();
      return result;
    };
  const store: MessageStore = {
    ...ports.store,
    readMessage: slow(ports.store.readMessage),
    beginScheduled: slow(ports.store.beginScheduled),
    settleMessage: slow(ports.store.settleMessage),
  };
  return {
    ...ports,
    store,
    sendMail: slow(ports.sendMail),
    later: async () => {},
    loadRevision: async () => template,
    readPending: (message) => readPending(tables.messages, message),
    removePending: (message) => removePending(tables.messages, message),
  };
}

describe('cancel against sending', () => {
  test(`in ${runs} orders of their steps a message is either cancelled or sent, never both`, async () => {
    const found = { cancelled: 0, sent: 0 };
    for (let seed = 1; seed <= runs; seed += 20) {
      const seeds = Array.from({ length: 20 }, (_, i) => seed + i);
      for (const { isCancelled, mails } of await Promise.all(seeds.map(race))) {
        expect(mails).toBe(isCancelled ? 0 : 1);
        found[isCancelled ? 'cancelled' : 'sent']++;
      }
    }
    expect(found.cancelled).toBeGreaterThan(0);
    expect(found.sent).toBeGreaterThan(0);
  }, 60_000);
});
