import { TokenBucket } from '../../../local/gateway/token-bucket.ts';
import { expect, test } from '../../jest.ts';
import { throttle } from '../support/assembly.ts';
import { gatewayKey, post, startGateway } from '../support/gateway.ts';

test('a token bucket allows its burst at once and refuses the next request', () => {
  const bucket = new TokenBucket({ ratePerSecond: 1, burst: 3 }, () => 0);

  expect([1, 2, 3, 4].map(() => bucket.take())).toEqual([true, true, true, false]);
});

test('a token bucket is refilled continuously, up to its burst', () => {
  let now = 0;
  const bucket = new TokenBucket({ ratePerSecond: 2, burst: 2 }, () => now);
  bucket.take();
  bucket.take();

  const taken = [499, 500, 999, 1000, 60_000, 60_000, 60_000].map((at) => {
    now = at;
    return bucket.take();
  });

  expect(taken).toEqual([false, true, false, true, true, true, false]);
});

test('a token bucket never refuses a caller that keeps to the rate', () => {
  let now = 0;
  const bucket = new TokenBucket({ ratePerSecond: 1000 / 60, burst: 1000 }, () => now);
  const taken = Array.from({ length: 3000 }, () => {
    now += 60.001;
    return bucket.take();
  });

  expect(taken).not.toContain(false);
});

test('the rate of a key is that of its plan, with Retry-After beyond it', async () => {
  const gateway = await startGateway({ plan: { BurstLimit: 2, RateLimit: 0.001 } });

  const answers = [];
  for (let turn = 0; turn < 3; turn++) answers.push(await post(gateway, '/echo'));

  const [, , refused] = answers;
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(await refused?.json()).toEqual({ error: 'over the rate' });
  expect(refused?.headers.get('retry-after')).toBe('1');
  expect(refused?.headers.get('x-request-id')).toMatch(/^.{16}$/);
});

test('the rate counts per key, and begins with a full bucket when the key joins another plan', async () => {
  const gateway = await startGateway({
    plan: { BurstLimit: 1, RateLimit: 0.001 },
    resources: {
      Larger: {
        Type: 'AWS::ApiGateway::UsagePlan',
        Properties: {
          ApiStages: [{ ApiId: { Ref: 'Api' }, Stage: { Ref: 'Stage' } }],
          Throttle: { BurstLimit: 2, RateLimit: 0.001 },
        },
      },
    },
  });
  const [key] = gateway.keys.list();
  const statuses = async (times: number) => {
    const found = [];
    for (let turn = 0; turn < times; turn++) found.push((await post(gateway, '/echo')).status);
    return found;
  };

  const before = await statuses(2);
  gateway.keys.removeFromPlan('Plan', String(key?.id));
  const between = await statuses(1);
  gateway.keys.addToPlan('Larger', String(key?.id));
  const after = await statuses(3);

  expect({ before, between, after }).toEqual({
    before: [200, 429],
    between: [503],
    after: [200, 200, 429],
  });
});

test('a request with a key that is in no plan gets a 503', async () => {
  const gateway = await startGateway({ keyed: false });

  const unknown = await post(gateway, '/echo');
  gateway.keys.create({ name: 'k', value: gatewayKey, enabled: true });
  const inNoPlan = await post(gateway, '/echo');
  const [key] = gateway.keys.list();
  gateway.keys.addToPlan('Plan', String(key?.id));
  const inPlan = await post(gateway, '/echo');
  gateway.keys.delete(String(key?.id));
  const deleted = await post(gateway, '/echo');

  expect([unknown, inNoPlan, inPlan, deleted].map(({ status }) => status)).toEqual([
    503, 503, 200, 503,
  ]);
  expect(await deleted.json()).toEqual({ error: 'key not ready' });
});

test('a stage throttle counts all callers together, and only for its route', async () => {
  const gateway = await startGateway({
    methodSettings: [throttle('/~1{proxy+}', 'ANY', 2, 0.001)],
  });

  const proxied = [];
  for (const path of ['/a', '/b', '/c']) proxied.push(await fetch(`${gateway.url}${path}`));
  const root = await fetch(gateway.url);
  const keyed = await post(gateway, '/echo');

  expect(proxied.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(await proxied[2]?.json()).toEqual({ error: 'over the rate' });
  expect([root.status, keyed.status]).toEqual([200, 200]);
});

test('requests that the authorizer refuses count against the route, and beyond its rate the authorizer is not asked', async () => {
  const gateway = await startGateway({
    functions: {
      authorizer: {
        code: `let asked = 0; exports.handler = async (event) => ({
            principalId: 'nobody',
            policyDocument: { Version: '2012-10-17', Statement: [
              { Action: 'execute-api:Invoke', Effect: 'Deny', Resource: event.methodArn },
            ] },
            context: { errorMessage: String(++asked) },
          });`,
      },
    },
    methodSettings: [throttle('/~1echo', 'POST', 2, 0.001)],
  });

  const answers = [];
  for (let turn = 0; turn < 4; turn++) answers.push(await post(gateway, '/echo'));

  const statuses = answers.map(({ status }) => status);
  expect(statuses.slice(2)).toEqual([429, 429]);
  expect(statuses.slice(0, 2)).not.toContain(429);
  expect(await answers[3]?.json()).toEqual({ error: 'over the rate' });
  expect(answers[3]?.headers.get('retry-after')).toBe('1');
  expect(answers[3]?.headers.get('x-request-id')).toMatch(/^.{16}$/);
});
