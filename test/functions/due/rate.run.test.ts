import { cancelMessages } from '../../../functions/cancel/run.ts';
import type { SendOutcome } from '../../../shared/message/send-outcome.ts';
import { startTables } from '../../dynalite.ts';
import { expect, test } from '../../jest.ts';
import { type Batching, messageTo, startBatching } from '../batch/batching.ts';
import { sendAt } from './waking.ts';

const tables = await startTables();

/** `MAILS=5000 npm run test:all -- test/functions/due/rate` takes minutes. A batch has at most 100. */
const count = Number(process.env.MAILS ?? 40);

const throttled: SendOutcome = {
  outcome: 'refused',
  error: 'Maximum sending rate exceeded.',
  isTemporary: true,
};

const toMany = Array.from({ length: count }, (_, n) => `to${n}@example.org`);

/** Schedules messages for the same second. */
async function scheduleMany({ execute }: Batching): Promise<void> {
  for (const _to of toMany) await execute({ _sendAt: sendAt, _to });
}

const statesOf = async ({ records }: Batching) =>
  new Set((await records()).map(({ state }) => state));

test.each([
  ['messages for the same second', scheduleMany],
  [
    'messages of a batch',
    async ({ batch }: Batching) => {
      for (let from = 0; from < count; from += 100) {
        await batch({ messages: toMany.slice(from, from + 100).map((to) => messageTo(to)) });
      }
    },
  ],
])(
  'many %s are all sent once, and none fails, where SES takes two mails a second, fewer than due gives it',
  async (_, accept) => {
    const batching = startBatching(tables.messages);
    await accept(batching);

    let refusals = 0;
    let freeAtMs = 0;
    await batching.workOff(async (mail, send) => {
      if (batching.nowMs() < freeAtMs) {
        refusals += 1;
        return throttled;
      }
      freeAtMs = batching.nowMs() + 500;
      return send(mail);
    });

    expect(refusals).toBeGreaterThan(0);
    expect(await statesOf(batching)).toEqual(new Set(['SENT']));
    expect(batching.accepted.map(({ to }) => String(to)).sort()).toEqual(toMany.toSorted());
  },
);

test('many messages for the same second are not sent where they were cancelled before, although all their wake-ups come', async () => {
  const batching = startBatching(tables.messages);
  await scheduleMany(batching);
  const caller = { accountId: batching.accountId, keyId: 'key_1' };
  const { messages, accounts } = tables;
  const ports = { messages, accounts, forget: null, epochMs: batching.nowMs };
  for (const { body } of batching.wakeUps) {
    await cancelMessages({ id: String(body.messageId) }, caller, ports);
  }

  await batching.workOff();

  expect(batching.accepted).toEqual([]);
  expect(await statesOf(batching)).toEqual(new Set(['CANCELLED']));
});
