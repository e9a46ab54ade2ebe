import { expect, test } from '../../jest.ts';
import { serve } from '../../serve.ts';
import { startDashboard } from './dashboard.ts';

const got: unknown[] = [];
const api = await serve(async (request, response) => {
  const { method, url, headers } = request;
  let body = '';
  for await (const piece of request) body += piece;
  got.push([method, url, headers.authorization, headers['content-type'], JSON.parse(body)]);
  response.writeHead(404, { 'x-request-id': 'request-1', 'content-type': 'application/json' });
  response.end('{"error":"Template not found"}');
});
const dashboard = await startDashboard({ BASE_URL: `${api.url}/v1` });
const { ask } = await dashboard.accountDoor();

const request = { operation: 'render', secret: 'pr_test_abc', body: { template_id: 'none' } };
const tried = (body: unknown) => ask('POST', '/try-request', { body });

test('a request with a test key goes to the API as a caller sends it, and its answer comes back whole', async () => {
  const { status, body } = await tried(request);

  expect([status, body]).toEqual([
    200,
    { status: 404, requestId: 'request-1', body: { error: 'Template not found' } },
  ]);
  expect(got.splice(0)).toEqual([
    ['POST', '/v1/render', 'Bearer pr_test_abc', 'application/json', { template_id: 'none' }],
  ]);
});

test.each([
  ['a live key', { secret: 'pr_abc' }, '/secret'],
  ['a key with a line break', { secret: 'pr_test_abc\r\nx: y' }, '/secret'],
  ['an operation that sends', { operation: 'execute' }, '/operation'],
  ['a body that is a list', { body: [] }, '/body'],
])('%s is refused before a request is made', async (_, changes, pointer) => {
  const { status, body } = await tried({ ...request, ...changes });

  expect([status, body]).toMatchObject([400, { errors: [{ pointer }] }]);
  expect(got).toEqual([]);
});
