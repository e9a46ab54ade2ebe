import { gzipSync } from 'node:zlib';
import { expect, test } from '../../jest.ts';
import { echo, gatewayKey, post, startGateway } from '../support/gateway.ts';
import { sendRaw } from '../support/raw-http.ts';

/** The gateway to a function that answers with its event. */
const gateway = await startGateway();

/** The answer of a gateway whose function has this code. */
async function answerOf(code: string): Promise<Response> {
  const { url } = await startGateway({ functions: { echo: { code } } });
  return fetch(`${url}/x`);
}

test('the event of a function is that of a REST API, with the body in base64', async () => {
  const answer = await post(gateway, '/echo?a=1&a=2&b=%C3%A4', '{"x":1}', {
    'user-agent': 'test',
    'x-amzn-requestid': 'chosen by the caller',
  });

  const { headers, ...rest } = (await answer.json()) as Event;
  expect(headers).toMatchObject({ authorization: 'Bearer x', 'user-agent': 'test' });
  expect(rest).toEqual({
    resource: '/echo',
    path: '/echo',
    httpMethod: 'POST',
    queryStringParameters: { a: '2', b: 'ä' },
    pathParameters: null,
    body: Buffer.from('{"x":1}').toString('base64'),
    isBase64Encoded: true,
    requestContext: {
      requestId: 'chosen by the caller',
      extendedRequestId: answer.headers.get('x-request-id'),
      path: '/v1/echo',
      stage: 'v1',
      accountId: '000000000000',
      apiId: 'Api',
      domainName: `127.0.0.1:${gateway.port}`,
      requestTimeEpoch: expect.any(Number),
      identity: { sourceIp: '127.0.0.1', apiKey: gatewayKey },
      authorizer: { principalId: 'someone', accountId: 'acc', count: '3' },
    },
  });
});

test('the event of a function has null for an empty body, and no query', async () => {
  const answer = await fetch(`${gateway.url}/other/place`);

  const event = (await answer.json()) as Event;
  expect(event).toMatchObject({
    resource: '/{proxy+}',
    pathParameters: { proxy: 'other/place' },
    body: null,
    isBase64Encoded: false,
    queryStringParameters: null,
  });
  expect(event.requestContext).not.toHaveProperty('authorizer');
});

test('the event of a function has the names of headers as they were written, and the last value of each', async () => {
  const answer = await sendRaw(
    gateway.port,
    `GET /v1/x HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nX-Two: 1\r\nX-Two: 2\r\n` +
      'constructor: a\r\n__proto__: b\r\nConnection: close\r\n\r\n',
  );

  const event = JSON.parse(answer.body) as Event;
  expect(event.headers).toMatchObject({ 'X-Two': '2', constructor: 'a' });
});

test("a caller cannot choose the extended request id of a function's event", async () => {
  const answer = await fetch(`${gateway.url}/x`, {
    headers: { 'x-request-id': 'mine', 'x-amz-apigw-id': 'mine' },
  });

  const { requestContext } = (await answer.json()) as Event;
  expect(requestContext.extendedRequestId).not.toBe('mine');
});

test('the event of a function has bytes that are not text unchanged', async () => {
  const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x80]);

  const answer = await fetch(`${gateway.url}/x`, { method: 'POST', body: bytes });

  const { body } = (await answer.json()) as Event;
  expect(Buffer.from(String(body), 'base64')).toEqual(bytes);
});

test.each(['gzip', 'GZIP'])('the function gets a body in %s unpacked', async (encoding) => {
  const answer = await fetch(`${gateway.url}/x`, {
    method: 'POST',
    headers: { 'content-encoding': encoding },
    body: gzipSync('{"x":1}'),
  });

  const { body } = (await answer.json()) as Event;
  expect(body).toBe(Buffer.from('{"x":1}').toString('base64'));
});

test('an answer of a function is sent with its status, headers and bytes', async () => {
  const bytes = Buffer.from([1, 2, 3, 255]);
  const answer = await answerOf(`exports.handler = async () => ({
            statusCode: 201,
            headers: { 'X-One': 'a', 'Content-Type': 'image/png', Connection: 'close' },
            body: '${bytes.toString('base64')}',
            isBase64Encoded: true,
          });`);

  expect(answer.status).toBe(201);
  expect(Object.fromEntries(answer.headers)).toEqual({
    'x-one': 'a',
    'content-type': 'image/png',
    'content-length': '4',
    connection: 'keep-alive',
    'keep-alive': expect.any(String),
    date: expect.any(String),
  });
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
});

test('an answer of a function without a content type is JSON', async () => {
  const answer = await answerOf('exports.handler = async () => ({ statusCode: 200 });');

  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.text()).toBe('');
});

test.each([
  ['nothing', 'undefined'],
  ['a text', '"text"'],
  ['a status that is no number', '{ statusCode: "200" }'],
  ['a status below 200', '{ statusCode: 100 }'],
  ['a body that is an object', '{ statusCode: 200, body: {} }'],
  ['headers that are a list', '{ statusCode: 200, headers: [] }'],
  ['a header that is an object', '{ statusCode: 200, headers: { a: {} } }'],
  ['a header with a line break', '{ statusCode: 200, headers: { a: "b\\r\\nc: d" } }'],
  ['a value that cannot be handed over', '{ statusCode: 200, body: () => 1 }'],
  ['more than Lambda takes', '{ statusCode: 200, body: "x".repeat(6291456) }'],
])('an answer of a function that is %s becomes a 502', async (_, value) => {
  const answer = await answerOf(`exports.handler = async () => (${value});`);

  expect(answer.status).toBe(502);
  expect(await answer.json()).toEqual({ error: 'internal' });
  expect(answer.headers.get('x-request-id')).toMatch(/^.{16}$/);
});

test('an answer of a function to HEAD, and one with 204, is sent without a body', async () => {
  const gateway = await startGateway({
    functions: {
      echo,
      empty: { code: 'exports.handler = async () => ({ statusCode: 204, body: "x" });' },
    },
    methods: [
      { path: '/{proxy+}', method: 'ANY', fn: 'echo' },
      { path: '/empty', method: 'ANY', fn: 'empty' },
    ],
  });

  const head = await fetch(`${gateway.url}/x`, { method: 'HEAD' });
  const empty = await fetch(`${gateway.url}/empty`);

  expect([head.status, await head.text()]).toEqual([200, '']);
  expect([empty.status, await empty.text()]).toEqual([204, '']);
});

test('an answer of a function with a 5xx is reported on the terminal with its request id', async () => {
  const gateway = await startGateway({
    functions: { echo: { code: 'exports.handler = async () => ({ statusCode: 503 });' } },
  });

  await fetch(`${gateway.url}/x`);

  expect(gateway.said).toEqual([
    expect.stringMatching(/^GET \/v1\/x answered 503 \(x-request-id .{16}\)$/),
  ]);
});

interface Event {
  headers: Record<string, string>;
  requestContext: Record<string, unknown>;
  [name: string]: unknown;
}
