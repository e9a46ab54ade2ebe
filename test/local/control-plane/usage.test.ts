import { join } from 'node:path';
import { APIGatewayClient, GetUsageCommand } from '@aws-sdk/client-api-gateway';
import { ApiKeys } from '../../../local/control-plane/api-keys.ts';
import { controlPlane } from '../../../local/control-plane/server.ts';
import { meter, Usage } from '../../../local/control-plane/usage.ts';
import { close, listen } from '../../../local/loopback/listen.ts';
import { Stops } from '../../../local/stops.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { expect, test } from '../../jest.ts';
import { localClient } from '../../local-client.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const plan = { id: 'free', name: 'free', ratePerSecond: 0.001, burst: 2 };
const value = 'v'.repeat(20);
const at = (day: string) => Date.parse(`${day}T23:59:59Z`);

const stops = new Stops();
atEndOfFile(() => stops.all());

/** A control plane with one key in one plan, on a day that the test chooses. */
async function start() {
  const clock = { now: at('2026-11-20') };
  const keys = new ApiKeys(join(temporaryFolder(), 'control-plane.json'), [plan]);
  const { id } = keys.create({ name: 'k', value, enabled: true });
  keys.addToPlan('free', id);
  const usage = new Usage(() => clock.now);
  const server = stops.add(controlPlane(keys, usage), close);
  const endpoint = `http://127.0.0.1:${await listen(server)}`;
  const client = stops.add(new APIGatewayClient({ ...localClient, endpoint }), (made) =>
    made.destroy(),
  );
  const ask = (startDate: string, endDate: string, more: object = { keyId: id }) =>
    client.send(new GetUsageCommand({ usagePlanId: 'free', startDate, endDate, ...more }));
  return { ask, clock, id, count: meter(keys, usage) };
}

test('usage counts the requests that passed, by day in UTC', async () => {
  const { ask, clock, count, id } = await start();
  count(value);
  clock.now = at('2026-11-22');
  count(value);
  const throttled = count(value);

  const { $metadata, ...told } = await ask('2026-11-19', '2026-11-22');

  expect(throttled).toBe('throttled');
  expect($metadata.httpStatusCode).toBe(200);
  expect(told).toEqual({
    usagePlanId: 'free',
    startDate: '2026-11-19',
    endDate: '2026-11-22',
    items: {
      [id]: [
        [0, 0],
        [1, 0],
        [0, 0],
        [1, 0],
      ],
    },
  });
});

test('usage is empty for an unused key and for another day', async () => {
  const { ask, count } = await start();
  count(value);

  const other = await ask('2026-11-20', '2026-11-20', { keyId: 'other' });
  const before = await ask('2026-11-18', '2026-11-19');

  expect([other.items, before.items]).toEqual([{}, {}]);
});

test.each([
  ['another plan', 'NotFoundException', { usagePlanId: 'none' }],
  ['a day that is none', 'BadRequestException', { startDate: '2026-02-30' }],
])('a request for usage is refused for %s', async (_, name, more) => {
  const { ask } = await start();

  await expect(ask('2026-11-20', '2026-11-20', more)).rejects.toMatchObject({ name });
});
