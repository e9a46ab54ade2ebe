import { expect, test } from '../../jest.ts';
import { startPage } from '../support/page-server.ts';
import { sendRaw } from '../support/raw-http.ts';

const { url, port } = await startPage();

const path = '/manage/v1/api-keys';
const json = { 'content-type': 'application/json' };

const otherSite = {
  type: 'about:blank',
  code: 'other_site',
  title: 'Requests from other sites are refused',
  status: 403,
  requestId: expect.any(String),
  errors: [],
};

test('the dashboard’s API is served beside the page, for the demo account', async () => {
  const answer = await fetch(`${url}${path}?limit=1`, {
    method: 'POST',
    headers: { ...json, origin: url, 'sec-fetch-site': 'same-origin' },
    body: '{"name":"x"}',
  });

  expect(await answer.json()).toMatchObject({
    path: '/v1/api-keys',
    resource: '/v1/{proxy+}',
    pathParameters: { proxy: 'api-keys' },
    queryStringParameters: { limit: '1' },
    body: Buffer.from('{"name":"x"}').toString('base64'),
    requestContext: { stage: 'manage', path, authorizer: { accountId: 'acc_demo' } },
  });
});

test('the dashboard’s API shows another account if the page names one', async () => {
  const answer = await fetch(`${url}${path}`, { headers: { 'x-postrider-account': 'acc_other' } });

  expect(await answer.json()).toMatchObject({
    requestContext: { authorizer: { accountId: 'acc_other' } },
  });
});

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['a frame without an origin', { origin: 'null' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:9' }],
  ['this machine by another name', { origin: 'http://evil.example:80' }],
  ['a form of another site that says nothing of it', { 'sec-fetch-site': 'cross-site' }],
  ['a page of another port that says nothing of it', { 'sec-fetch-site': 'same-site' }],
])('V3.5.1 the dashboard’s API refuses what %s sends', async (_, headers) => {
  const answers = await Promise.all([
    fetch(`${url}${path}`, { method: 'POST', headers: { ...json, ...headers }, body: '{}' }),
    fetch(`${url}${path}`, { headers: { ...headers } }),
    fetch(`${url}${path}`, { method: 'OPTIONS', headers: { ...headers } }),
  ]);

  for (const answer of answers) {
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    expect(await answer.json()).toEqual(otherSite);
  }
});

test.each([
  ['a form', 'application/x-www-form-urlencoded'],
  ['plain text', 'text/plain'],
  ['nothing', ''],
  ['what only begins like JSON', 'application/jsonp'],
])('V3.5.2 the dashboard’s API refuses a body that is declared as %s', async (_, type) => {
  const headers = { 'content-type': type };
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: '{}' });

  expect(await answer.json()).toEqual({
    type: 'about:blank',
    code: 'not_json',
    title: 'Content-Type must be application/json',
    status: 415,
    requestId: answer.headers.get('x-request-id'),
    errors: [],
  });
});

test('the dashboard’s API accepts a body with a charset, and a request without a body', async () => {
  const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
  const withBody = await fetch(`${url}${path}`, { method: 'POST', headers, body: '{}' });
  const without = await fetch(`${url}${path}`, { method: 'DELETE' });

  expect([withBody.status, without.status]).toEqual([200, 200]);
});

test('V3.4.2 the dashboard’s API allows no other site', async () => {
  const answer = await fetch(`${url}${path}`, { method: 'OPTIONS', headers: { origin: url } });

  const given = [...answer.headers.keys()].filter((name) => name.startsWith('access-control'));
  expect(given).toEqual([]);
});

test.each([
  ['GET /', 'evil.example', 403],
  ['GET /manage/v1/account', 'evil.example', 403],
  ['POST /manage/v1/api-keys', '127.0.0.1:1', 403],
])('the dashboard’s API refuses %s for the host %s', async (line, host, status) => {
  const answer = await sendRaw(
    port,
    `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );

  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toEqual({
    error: `Host header must be one of 127.0.0.1:${port}, localhost:${port}, [::1]:${port}`,
  });
});
