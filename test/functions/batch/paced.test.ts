import type { SendOutcome } from '../../../shared/message/send-outcome.ts';
import { startTables } from '../../dynalite.ts';
import { expect, test } from '../../jest.ts';
import { messageTo, startBatching } from './batching.ts';

const tables = await startTables();

const throttled: SendOutcome = {
  outcome: 'refused',
  error: 'Maximum sending rate exceeded.',
  isTemporary: true,
};

test('a batch of 100 reaches an SES that takes one mail a second: all are sent once, and none fails for the rate', async () => {
  const batching = startBatching(tables.messages);
  const messages = Array.from({ length: 100 }, (_, n) => messageTo(`to${n}@example.org`));

  await batching.batch({ messages });
  let freeAtMs = 0;
  await batching.workOff(async (mail, send) => {
    if (batching.nowMs() < freeAtMs) return throttled;
    freeAtMs = batching.nowMs() + 1000;
    return send(mail);
  });

  const states = (await batching.records()).map(({ state }) => state);
  expect(states).toEqual(Array(100).fill('SENT'));
  const reached = batching.accepted.map(({ to }) => String(to));
  expect(new Set(reached).size).toBe(100);
  expect(batching.accepted).toHaveLength(100);
});
