import {
  apiGatewayClient,
  createGatewayKey,
  deleteGatewayKey,
  isInPlan,
  joinPlan,
  leavePlan,
} from '../../../shared/adapters/api-gateway-keys.ts';
import { atTerminal } from '../../../shared/adapters/call-times.ts';
import { startApiGatewayStub } from '../../api-gateway-stub.ts';
import { afterAll, beforeEach, expect, test } from '../../jest.ts';

const stub = await startApiGatewayStub();
const client = apiGatewayClient(atTerminal, {
  endpoint: stub.endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});
const usagePlans = { client, ids: { free: 'plan-f', pro: 'plan-p', team: 'plan-t' } };
beforeEach(() => {
  stub.failure = () => undefined;
});
afterAll(async () => {
  usagePlans.client.destroy();
});

test('an API Gateway key joins a plan, leaves it and is deleted, and each step may be repeated', async () => {
  const keyId = await createGatewayKey(usagePlans, { name: 'acc_2', value: 'value2' });
  const twice = async (step: () => Promise<unknown>) => {
    await step();
    await step();
  };

  await twice(() => joinPlan(usagePlans, keyId, 'pro'));
  const [joined, members] = [await isInPlan(usagePlans, keyId, 'pro'), [...stub.members]];
  await twice(() => leavePlan(usagePlans, keyId, 'pro'));
  const left = await isInPlan(usagePlans, keyId, 'pro');
  await twice(() => deleteGatewayKey(usagePlans, keyId));

  expect(members).toEqual([`plan-p/${keyId}`]);
  expect([...stub.members]).toEqual([]);
  expect([joined, left, stub.keys.has(keyId)]).toEqual([true, false, false]);
});

test('a key in another plan of the stage is a fault, not a success', async () => {
  const keyId = await createGatewayKey(usagePlans, { name: 'acc_3', value: 'value3' });
  await joinPlan(usagePlans, keyId, 'pro');

  const second = joinPlan(usagePlans, keyId, 'team');

  await expect(second).rejects.toMatchObject({ name: 'ConflictException' });
});

test('a key whose creation got no answer is found again', async () => {
  const first = await createGatewayKey(usagePlans, { name: 'acc_4', value: 'value4' });

  expect(await createGatewayKey(usagePlans, { name: 'acc_4', value: 'value4' })).toBe(first);
});
