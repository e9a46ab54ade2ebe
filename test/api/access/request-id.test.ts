import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { type Call, callRaw } from '../harness/call.ts';

const account = await openAccount();
await account.save({ id: 'one', html: '<p>1</p>' });

const { key } = account;

const requests: [number, string, Call][] = [
  [200, '/v1/render', { key, body: { template_id: 'one' } }],
  [200, '/v1/execute', { key, body: { templateId: 'one', variables: {} } }],
  [200, '/v1/verify', { key, body: { email: 'ada@good.example' } }],
  [400, '/v1/render', { key, body: {} }],
  [401, '/v1/render', {}],
  [401, '/v1/render', { key: 'pr_nothing' }],
  [404, '/v1/render', { key, body: { template_id: 'nothing' } }],
  [404, '/v1/nothing', {}],
  [404, '/v2/nothing', {}],
  [413, '/v1/render', { key, raw: Buffer.alloc(2 ** 20 + 1, 'x') }],
  [413, '/v1/render', { key, raw: Buffer.alloc(5 * 2 ** 20, 'x') }],
  [415, '/v1/render', { key, headers: { 'content-type': 'text/plain' } }],
  [500, '/v1/verify', { key, body: { email: 'ada@servfail.example' } }],
];

const chosen = {
  'x-request-id': 'chosen-by-the-caller',
  'x-amzn-requestid': 'chosen-by-the-caller',
  'x-amz-request-id': 'chosen-by-the-caller',
  'x-amzn-trace-id': 'Root=chosen-by-the-caller',
  'x-correlation-id': 'chosen-by-the-caller',
  'x-amz-apigw-id': 'chosen-by-the-caller',
};

test('V4.1.3 every answer has its own x-request-id, which no caller can choose', async () => {
  const answers = [];
  for (const [, path, options] of [...requests, ...requests]) {
    const headers = { ...chosen, ...options.headers };
    answers.push(await callRaw(path, { ...options, headers }));
  }

  const statuses = requests.map(([status]) => status);
  const ids = answers.map(({ headers }) => headers['x-request-id']);
  expect(answers.map(({ status }) => status)).toEqual([...statuses, ...statuses]);
  expect(ids).toEqual(ids.map(() => expect.stringMatching(/^[\w-]{16,}$/)));
  expect(new Set(ids).size).toBe(answers.length);
  expect(ids).not.toContain('chosen-by-the-caller');
});
