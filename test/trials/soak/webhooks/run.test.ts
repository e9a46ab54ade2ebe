import { afterAll, beforeAll, expect, test } from 'vitest';
import { Stops } from '../../../../local/stops.ts';
import { runWebhooks, type WebhookRun } from '../../../../trials/soak/webhooks/run.ts';

/** Threads start and peers hang, on a machine that may be busy. */
const withinMs = 180_000;

const stops = new Stops();
let run: WebhookRun;

beforeAll(async () => {
  run = await runWebhooks({ seed: 9, sends: 10, environments: 4, broken: null }, stops);
}, withinMs);
afterAll(() => stops.all());

test('the soak loses and invents no event while the queue and the receiver fail and threads are killed', () => {
  expect(Object.entries(run.violations).filter(([, count]) => count > 0)).toEqual([]);
  expect(run.events.received).toBeGreaterThan(0);
  expect(run.events.repeats).toBeGreaterThan(0);
  expect(run.damage.receiver.faults).toBeGreaterThan(0);
});
