import { alone } from '../../../../shared/adapters/tables/change.ts';
import {
  countFailedTry,
  deleteEndpoint,
  putEndpoint,
} from '../../../../shared/adapters/tables/webhook-endpoints-table.ts';
import { afterEach, expect, test } from '../../../jest.ts';
import { webhookEndpoint } from '../../../shared/webhook/endpoints.ts';
import { examine, expectVerdict, patient, type Verdict } from './examination.ts';

const accountId = 'acc_1';
const minuteMs = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString();

afterEach(async () => {
  for (const endpointId of ['wh_1', 'wh_2']) {
    await deleteEndpoint(patient.tables.messages, accountId, endpointId, alone);
  }
});

const keep = (change: Parameters<typeof webhookEndpoint>[0]) =>
  putEndpoint(patient.tables.messages, webhookEndpoint({ accountId, ...change }), alone);

/** A webhook whose receiver has answered 401 at every try since then. */
async function keepFailing(minutes: number): Promise<void> {
  const failure = { lastStatus: 401, lastError: 'the receiver answered 401' };
  const times = { at: ago(minutes), retryAt: ago(-60) };
  const place = { accountId, endpointId: 'wh_1' };
  await keep({});
  await countFailedTry(patient.tables.messages, place, { ...times, ...failure });
}

const options = '--account acc_1 --stack postrider --region eu-central-1';
const failing = (time: string) =>
  `The webhook wh_1 of acc_1 has failed for ${time}: the receiver answered 401`;

test.each<[string, number, Verdict, object]>([
  [
    'a receiver that answers 401 for 3 hours is broken for doctor',
    181,
    { exitCode: 1, broken: ['webhook-failing'], unknown: [] },
    {
      found: failing('3 hours'),
      fix: expect.stringContaining(`npm run -s postrider -- webhook show wh_1 ${options}`),
    },
  ],
  [
    'doctor does not report a webhook that has failed for less than 3 hours',
    179,
    { exitCode: 0, broken: [], unknown: [] },
    { status: 'ok', found: 'No webhook has failed for 3 hours' },
  ],
])('%s', async (_, minutes, verdict, said) => {
  await keepFailing(minutes);

  await expectVerdict(() => {}, { ...verdict, of: { 'webhook-failing': said } });
});

test('doctor finds the webhooks that were paused because they failed or answered 410, and not those paused by hand', async () => {
  await keep({ state: 'PAUSED', pausedBecause: 'gone', failingSince: ago(600) });
  await keep({ endpointId: 'wh_2', state: 'PAUSED', pausedBecause: 'asked' });
  const { broken, of } = await examine();
  await keep({});
  const byHand = await examine();

  expect(broken).toEqual(['webhook-paused']);
  expect(of('webhook-paused')).toMatchObject({
    found: 'The webhook wh_1 of acc_1 was paused because it answered 410',
    fix: expect.stringContaining('webhook resume wh_1 --account acc_1'),
  });
  expect(byHand.of('webhook-paused')).toMatchObject({
    ...{ status: 'ok', found: 'Active: 1; paused by hand: 1' },
  });
});
