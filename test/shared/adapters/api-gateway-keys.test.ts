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

test('an API Gateway key joins a plan, leaves it and is deleted', async () => {
  const keyId = await createGatewayKey(usagePlans, { name: 'acc_1', value: 'value1' });

  await joinPlan(usagePlans, keyId, 'free');
  const joined = await isInPlan(usagePlans, keyId, 'free');
  await leavePlan(usagePlans, keyId, 'free');
  const left = await isInPlan(usagePlans, keyId, 'free');
  await deleteGatewayKey(usagePlans, keyId);

  expect({ joined, left, kept: stub.keys.has(keyId) }).toEqual({
    joined: true,
    left: false,
    kept: false,
  });
});

test('each step with an API Gateway key may be repeated', async () => {
  const keyId = await createGatewayKey(usagePlans, { name: 'acc_2', value: 'value2' });

  await joinPlan(usagePlans, keyId, 'pro');
  await joinPlan(usagePlans, keyId, 'pro');
  const members = [...stub.members];
  await leavePlan(usagePlans, keyId, 'pro');
  await leavePlan(usagePlans, keyId, 'pro');
  await deleteGatewayKey(usagePlans, keyId);
  await deleteGatewayKey(usagePlans, keyId);

  expect(members).toEqual([`plan-p/${keyId}`]);
  expect([...stub.members]).toEqual([]);
});

test('a key in another plan of the stage is a fault, not a success', async () => {
  const keyId = await createGatewayKey(usagePlans, { name: 'acc_3', value: 'value3' });
  await joinPlan(usagePlans, keyId, 'pro');

  const second = joinPlan(usagePlans, keyId, 'team');

  await expect(second).rejects.toMatchObject({ name: 'ConflictException' });
});

test('a key whose creation got no answer is found again', async () => {
  const first = await createGatewayKey(usagePlans, { name: 'acc_4', value: 'value4' });

  const again = await createGatewayKey(usagePlans, { name: 'acc_4', value: 'value4' });

  expect(again).toBe(first);
});
