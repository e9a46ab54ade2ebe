import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { call, callRaw, refusal } from '../harness/call.ts';

const account = await openAccount();
await account.save({ id: 'one', html: '<p>1</p>' });
const { key } = account;
const body = { template_id: 'one' };

const notFound = refusal(404, 'Not found');

const callers: Record<string, string>[] = [
  { authorization: `Bearer ${key}` },
  {},
  { authorization: 'Bearer pr_nothing' },
  { authorization: 'Basic YTpi' },
];

test.each(['/v1/render', '/v1/execute', '/v1/verify'])(
  'V13.4.4 %s accepts only POST, with and without a key',
  async (path) => {
    const others = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

    for (const headers of callers) {
      const answers = await Promise.all(others.map((method) => call(path, { method, headers })));
      const head = await callRaw(path, { method: 'HEAD', headers });
      const { status, text } = head;

      expect(answers).toEqual(others.map(() => notFound));
      expect({ status, text, allow: head.headers.allow }).toEqual({
        ...{ status: 404, text: '', allow: 'POST' },
      });
    }
  },
);

test.each([
  '/',
  '/render',
  '/v2/render',
  '/v1',
  '/v1/unknown',
  '/v1/render/',
  '/v1//render',
  '/v1/Render',
  '/v1/%2e%2e/render',
  '/v1/__proto__',
])('POST %s is not found, with and without a key', async (path) => {
  const answers = await Promise.all(callers.map((headers) => call(path, { headers, body })));

  expect(answers).toEqual(callers.map(() => notFound));
});

test('a query in the address changes nothing', async () => {
  const answer = await call('/v1/render?template_id=two&x=%zz', { key, body });

  expect(answer).toEqual({ status: 200, body: { html: '<p>1</p>', subject: 'Hello' } });
});

test('the route is checked first, then the key, then the body', async () => {
  const tooLarge = Buffer.alloc(2 ** 20 + 1, 'x');

  const answers = [
    await call('/v1/nothing', { key: 'pr_nothing', raw: 'no json' }),
    await call('/v1/render', { raw: 'no json' }),
    await call('/v1/render', { key: 'pr_nothing', raw: tooLarge }),
    await call('/v1/render', { key, raw: 'no json' }),
  ];

  expect(answers).toEqual([
    notFound,
    refusal(401, 'Authorization header is required'),
    refusal(401, 'Invalid API key'),
    refusal(400, 'Request body must be valid JSON'),
  ]);
});
