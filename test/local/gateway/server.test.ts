import { expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { post, startGateway } from '../support/gateway.ts';
import { open, readAnswer, sendRaw } from '../support/raw-http.ts';

const mb = 1024 * 1024;

/** The gateway that most tests ask. */
const gateway = await startGateway();
const { port } = gateway;

test.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])(
  'the Host header may be %s',
  async (name) => {
    const answer = await sendRaw(port, get('/v1', `Host: ${name}:${port}`));

    expect(answer.status).toBe(200);
  },
);

test.each([
  ['another name', (port: number) => `evil.example:${port}`],
  ['another port', () => '127.0.0.1:1'],
  ['no port', () => '127.0.0.1'],
  ['a name that only begins alike', (port: number) => `127.0.0.1.evil.example:${port}`],
])('the Host header must not be %s', async (_, host) => {
  expect(await sendRaw(port, get('/v1', `Host: ${host(port)}`))).toMatchObject({
    status: 403,
    headers: { 'content-type': 'application/json', 'x-request-id': expect.any(String) },
    body: `{"error":"Host header must be one of 127.0.0.1:${port}, localhost:${port}, [::1]:${port}"}`,
  });
});

test.each([
  ['absent', 'X-Other: 1'],
  ['empty', 'Host:'],
])('a Host header that is %s gets a 400', async (_, line) => {
  expect(await sendRaw(port, get('/v1', line))).toMatchObject({
    status: 400,
    headers: { 'content-type': 'application/json', 'x-request-id': expect.any(String) },
    body: '{"error":"Host header is required"}',
  });
});

test.each([
  ['garbage', 'garbage\r\n\r\n', 400, 'Request is not valid HTTP'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'Request is not valid HTTP'],
  ['a space in a header name', get('/v1', 'Bad Name: x'), 400, 'Request is not valid HTTP'],
  ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'Request is not valid HTTP'],
  [
    'headers that are too large',
    get('/v1', `X-Large: ${'x'.repeat(11_000)}`),
    431,
    'Request headers are larger than 10,240 bytes',
  ],
  [
    'an address that is too long',
    get(`/v1/${'x'.repeat(11_000)}`, 'X-Other: 1'),
    431,
    'Request headers are larger than 10,240 bytes',
  ],
])('a request that Node refuses gets JSON: %s', async (_, request, status, error) => {
  expect(await sendRaw(port, request)).toMatchObject({
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': expect.any(String) },
    body: JSON.stringify({ error }),
  });
});

test('the refusal of a broken chunk does not end up inside another answer', async () => {
  const answer = await sendRaw(
    port,
    `POST /v1/a HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n`,
  );

  expect(answer).toMatchObject({ status: 400, body: '{"error":"Request is not valid HTTP"}' });
});

test('the refusal of a HEAD has no body', async () => {
  const answer = await sendRaw(
    port,
    `HEAD /v1/a HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n`,
  );

  expect(answer).toMatchObject({ status: 400, body: '' });
});

test('a HEAD that is answered before the rest of the request arrives gets no second answer', async () => {
  const { socket, received, soFar } = await open(port);

  socket.write(
    `HEAD /v1/a HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 999999999999999\r\n\r\n{`,
  );
  await until(() => soFar().includes('\r\n\r\n'));
  socket.end();

  const { status, body } = readAnswer(await received);
  expect([status, body]).toEqual([413, '']);
});

test('headers just below the limit are accepted', async () => {
  const answer = await sendRaw(
    port,
    get('/v1', `Host: localhost:${port}`, `X-Large: ${'x'.repeat(9900)}`),
  );

  expect(answer.status).toBe(200);
});

test('a body may come in chunks', async () => {
  const answer = await sendRaw(
    port,
    `POST /v1/a HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
    '3\r\nabc\r\n',
    '2\r\nde\r\n0\r\n\r\n',
  );

  expect(JSON.parse(answer.body)).toMatchObject({ body: 'YWJjZGU=' });
});

test('a body that is over Lambda’s limit in base64 is a 413', async () => {
  const below = await post(gateway, '/echo', 'x'.repeat(4.4 * mb));
  const above = await post(gateway, '/echo', 'x'.repeat(4.6 * mb));

  expect(below.status).toBe(200);
  expect(above.status).toBe(413);
  expect(await above.json()).toEqual({ error: 'too large' });
  expect(above.headers.get('x-request-id')).toMatch(/^.{16}$/);
});

test.each([
  ['with its length', (size: number) => Buffer.alloc(size)],
  ['in chunks', (size: number) => chunked(size)],
])('a body over 10 MB is a 413 that the sender gets to read: %s', async (_, make) => {
  const answer = await fetch(`${gateway.url}/echo`, {
    method: 'POST',
    headers: { authorization: 'Bearer x' },
    body: make(12 * mb),
    duplex: 'half',
  } as RequestInit);

  expect(answer.status).toBe(413);
  expect(await answer.json()).toEqual({ error: 'too large' });
});

test('a body that is too large for one route keeps the connection for the next request', async () => {
  const { socket, soFar } = await open(port);
  const host = `Host: 127.0.0.1:${port}\r\n`;

  socket.write(`POST /v1/a HTTP/1.1\r\n${host}Content-Length: ${11 * mb}\r\n\r\n`);
  socket.write(Buffer.alloc(11 * mb));
  socket.write(`GET /v1/b HTTP/1.1\r\n${host}\r\n`);
  await until(() => soFar().includes('"path":"/b"'));

  expect(readAnswer(soFar()).status).toBe(413);
  socket.destroy();
});

test('a client that sends Expect: 100-continue is told to continue', async () => {
  const { socket, soFar, received } = await open(port);

  socket.write(
    `POST /v1/a HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
  );
  await until(() => soFar().startsWith('HTTP/1.1 100 Continue'));
  socket.write('{}');
  const [, answer = ''] = (await received).split('100 Continue\r\n\r\n');

  expect(readAnswer(answer).status).toBe(200);
});

test.each(['end', 'resetAndDestroy'] as const)(
  'a body that its sender gives up reaches no function, and harms no other request: %s',
  async (giveUp) => {
    const counting = `let served = 0;
        exports.handler = async () => ({ statusCode: 200, body: String(++served) });`;
    const counted = await startGateway({ functions: { echo: { code: counting } } });
    const { socket, received } = await open(counted.port);
    const host = `Host: 127.0.0.1:${counted.port}\r\n`;

    socket.write(`POST /v1/a HTTP/1.1\r\n${host}Content-Length: 9\r\n\r\nx`);
    socket[giveUp]();
    await received;
    const answer = await fetch(counted.url);

    expect(await answer.text()).toBe('1');
    expect(counted.said).toEqual([]);
  },
);

test.each([
  ['an encoding nobody knows', 'br', Buffer.from('x'), 415],
  ['an encoding that is the name of a property', 'constructor', Buffer.from('x'), 415],
  ['a body that is not in its encoding', 'gzip', Buffer.from('x'), 400],
])('a request with %s is refused', async (_, encoding, body, status) => {
  const answer = await fetch(`${gateway.url}/a`, {
    method: 'POST',
    headers: { 'content-encoding': encoding },
    body,
  });

  expect(answer.status).toBe(status);
});

function get(path: string, ...lines: string[]): string {
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`;
}

function chunked(size: number): ReadableStream<Uint8Array> {
  let left = size;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(Math.min(left, mb)));
      left -= mb;
      if (left <= 0) controller.close();
    },
  });
}
