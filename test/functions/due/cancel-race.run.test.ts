import { cancelMessages } from '../../../functions/cancel/run.ts';
import { type DuePorts, sendDue } from '../../../functions/due/run.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { messageStore } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { startTables } from '../../dynalite.ts';
import { describe, expect, test } from '../../jest.ts';
import { type Sending, startSending } from '../execute/sending.ts';
import { duePortsOf } from './waking.ts';

const tables = await startTables();

/** `RACES=1000 npm run test:all -- test/functions/due/cancel-race` takes a minute. */
const runs = Number(process.env.RACES ?? 100);

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
  let steps = 0;
  const moment = () => new Promise((resolve) => setTimeout(resolve, 4 * random()));
  const pause = async () => {
    await moment();
    steps += 1;
  };
  const sending = startSending(tables.messages);
  await sending.execute({ _sendAt: '2026-11-21T10:00:00Z' });
  const [record] = await sending.records();
  if (!record) throw new Error('Nothing was scheduled');
  const ports = pausing(sending, pause);
  const wakeUp = { accountId: record.accountId, messageId: record.messageId, received: 1 };
  // The wake-ups begin to send after about twelve steps, and end after about thirty.
  const step = Math.floor(32 * random());
  let hasEnded = false;
  const send = async () => {
    await Promise.all([sendDue(wakeUp, ports), sendDue(wakeUp, ports)]);
    hasEnded = true;
  };
  const cancel = async () => {
    while (steps < step && !hasEnded) await moment();
    const caller = { accountId: record.accountId, keyId: 'key_1' };
    const { cancelled } = await cancelMessages({ id: record.messageId }, caller, {
      messages: pausingTable(tables.messages, moment),
      accounts: tables.accounts,
      forget: null,
      epochMs: sending.ports.epochMs,
    });
    return cancelled.length > 0;
  };
  const [isCancelled] = await Promise.all([cancel(), send()]);
  return { isCancelled, mails: sending.accepted.length };
}

/** The table with a pause before and after each call. */
function pausingTable({ client, name }: Table, pause: () => Promise<unknown>): Table {
  const send = async (...call: Parameters<Table['client']['send']>) => {
    await pause();
    const answer = await client.send(...call);
    await pause();
    return answer;
  };
  return { name, client: Object.create(client, { send: { value: send } }) };
}

/** The ports with a pause before and after each call. */
function pausing(sending: Sending, pause: () => Promise<unknown>): DuePorts {
  const messages = pausingTable(tables.messages, pause);
  return {
    ...duePortsOf(sending, messages),
    store: messageStore(messages),
    sendMail: async (mail) => {
      await pause();
      const outcome = await sending.ports.sendMail(mail);
      await pause();
      return outcome;
    },
    later: pause as DuePorts['later'],
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
  });
});
