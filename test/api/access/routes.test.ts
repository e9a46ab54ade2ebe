import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { call, callRaw, refusal } from '../harness/call.ts';

const account = await openAccount();
await account.save({ id: 'one', html: '<p>1</p>' });

const notFound = refusal(404, 'Not found');

/** What a caller may bring; none of it makes a route out of nothing. */
const callers: [string, Record<string, string>][] = [
  ['a key', { authorization: `Bearer ${account.key}` }],
  ['no key', {}],
  ['an invalid key', { authorization: 'Bearer pr_nothing' }],
  ['another scheme', { authorization: 'Basic YTpi' }],
];

describe.each(callers)('with %s', (_, headers) => {
  test.each(['/v1/render', '/v1/execute', '/v1/verify'])(
    'V13.4.4 %s accepts only POST',
    async (path) => {
      const others = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

      const answers = await Promise.all(others.map((method) => call(path, { method, headers })));

      expect(answers).toEqual(others.map(() => notFound));
    },
  );

  test.each([
    '/v1',
    '/v1/',
    '/v1/unknown',
    '/v1/render/',
    '/v1/render/one',
    '/v1//render',
    '/v1/Render',
    '/v1/v1/render',
    '/v1/%2e%2e/render',
    '/v1/templates',
    '/v1/__proto__',
  ])('POST %s is not found', async (path) => {
    const answer = await call(path, { headers, body: { template_id: 'one' } });

    expect(answer).toEqual(notFound);
  });

  test('HEAD is not found, and its answer has no body', async () => {
    const { status, text } = await callRaw('/v1/render', { method: 'HEAD', headers });

    expect({ status, text }).toEqual({ status: 404, text: '' });
  });
});

describe('the version', () => {
  test.each(['/render', '/v2/render', '/'])('a path needs the version, unlike %s', async (path) => {
    const answer = await call(path, { key: account.key, body: { template_id: 'one' } });

    expect(answer).toEqual(notFound);
  });
});

describe('a query', () => {
  test('a query in the address changes nothing', async () => {
    const path = '/v1/render?template_id=two&x=%zz';

    const answer = await call(path, { key: account.key, body: { template_id: 'one' } });

    expect(answer).toEqual({ status: 200, body: { html: '<p>1</p>', subject: 'Hello' } });
  });
});

describe('the order of the checks', () => {
  const key = 'pr_nothing';

  test('the route is checked first, then the key, then the body', async () => {
    const route = await call('/v1/nothing', { key, raw: 'no json' });
    const noKey = await call('/v1/render', { raw: 'no json' });
    const badKey = await call('/v1/render', { key, raw: 'no json' });
    const tooLarge = await call('/v1/render', { key, raw: Buffer.alloc(2 ** 20 + 1, 'x') });
    const bodyAtLast = await call('/v1/render', { key: account.key, raw: 'no json' });

    expect(route).toEqual(notFound);
    expect(noKey).toEqual(refusal(401, 'Authorization header is required'));
    expect(badKey).toEqual(refusal(401, 'Invalid API key'));
    expect(tooLarge).toEqual(refusal(401, 'Invalid API key'));
    expect(bodyAtLast).toEqual(refusal(400, 'Request body must be valid JSON'));
  });
});

describe('routes without a key', () => {
  test('routes without a key have a separate throttle, which does not affect other routes', async () => {
    const burst = Array.from({ length: 500 }, () => call('/v1/verify', { method: 'GET' }));

    const answers = await Promise.all(burst);
    const elsewhere = await call('/v1/render', { method: 'GET' });

    const throttled = answers.filter(({ status }) => status === 429);
    const passed = answers.filter(({ status }) => status === 404);
    expect(throttled.length).toBeGreaterThan(0);
    // The bucket holds 200; other tests ask for unknown routes at the same time.
    expect(passed.length).toBeGreaterThan(100);
    expect(throttled.length + passed.length).toBe(burst.length);
    expect(throttled[0]).toEqual(refusal(429, 'Rate limit exceeded', '1'));
    expect(elsewhere).toEqual(notFound);
  });
});
