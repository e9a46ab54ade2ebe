import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import { postWebhook } from '../../../shared/adapters/webhook-http.ts';
import { selfSigned } from '../../certificate.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { expect, jest, test } from '../../jest.ts';
import { patienceMs } from '../../patience.ts';
import { serve } from '../../serve.ts';

/** Listens on a free port until the end of the file, and returns the port. */
async function listening(server: net.Server): Promise<number> {
  atEndOfFile(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

const receiver = async (answer: RequestListener) => (await serve(answer)).port;

const posting = (url: string) => ({
  url,
  headers: { 'webhook-id': 'evt_1' },
  body: '{"to":"Zoë"}',
});

/** Sends to a receiver on this machine, as a local run does. */
const postLocally = (url: string, timeoutMs = patienceMs) =>
  postWebhook(posting(url), { loopback: true, timeoutMs });

const addresses =
  (...found: string[]) =>
  async () =>
    found.map((address) => ({ address, family: net.isIPv6(address) ? 6 : 4 }));

const unanswered = (problem: unknown) => ({ status: null, problem, excerpt: '', retryAfter: null });

test('the time that is left of a function may have fractions of a millisecond', async () => {
  const port = await receiver((_, answer) => answer.writeHead(204).end());

  const posted = await postLocally(`http://localhost:${port}`, patienceMs - 0.5);
  expect(posted).toMatchObject({ status: 204 });
});

test('the receiver gets the headers and the bytes of the body, and accepts them with 200 to 299', async () => {
  const received: unknown[] = [];
  const port = await receiver(async (request, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { 'webhook-id': id, 'content-length': length, host } = request.headers;
    received.push({ id, length, host, body: String(Buffer.concat(chunks)) });
    answer.writeHead(204).end();
  });

  expect(await postLocally(`http://localhost:${port}/hooks`)).toEqual({
    ...{ status: 204, problem: null, excerpt: '', retryAfter: null },
  });
  expect(received).toEqual([
    { id: 'evt_1', length: '13', host: `localhost:${port}`, body: '{"to":"Zoë"}' },
  ]);
});

test('of an answer that accepts the event, what comes with its head is kept, and the rest is not waited for', async () => {
  const port = await receiver((_, answer) => void answer.writeHead(200).write('stored'));

  expect(await postLocally(`http://127.0.0.1:${port}/`)).toEqual({
    ...{ status: 200, problem: null, excerpt: 'stored', retryAfter: null },
  });
});

test('of an answer that does not accept it, the status, retry-after and 500 characters are kept', async () => {
  const port = await receiver((_, answer) =>
    answer.writeHead(503, { 'retry-after': '120' }).end(`\r\nsorry${'ü'.repeat(1000)}`),
  );

  expect(await postLocally(`http://127.0.0.1:${port}/`)).toEqual({
    ...{ status: 503, problem: 'the receiver answered 503', retryAfter: '120' },
    excerpt: `sorry${'ü'.repeat(494)}`,
  });
});

/** A receiver that writes these bytes when it has a request, and then repeats the last ones, one piece each 10 ms. */
const raw = (...pieces: string[]) =>
  listening(
    net.createServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', () => {
          const left = [...pieces];
          const last = left.pop() ?? '';
          for (const piece of left) socket.write(piece);
          if (last === 'end') return void socket.end();
          const timer = setInterval(() => socket.write(last), 10);
          socket.on('close', () => clearInterval(timer));
        });
    }),
  );

test.each([
  ['never answers', []],
  ['answers byte by byte', ['HTTP/1.1 200 OK\r\nx: ', 'x']],
  ['answers one header after the other', ['HTTP/1.1 200 OK\r\n', 'x: y\r\n']],
  ['says without end that an answer comes', ['HTTP/1.1 103 Early Hints\r\n\r\n']],
  ['says without end to go on', ['HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)]],
])('a receiver that %s is given up in time', async (_, pieces) => {
  const posted = await postLocally(`http://127.0.0.1:${await raw(...pieces)}/`, 200);
  expect(posted).toEqual(unanswered('no answer within 0.2 s'));
});

const upgrade =
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

test.each([
  ['that keeps the connection', upgrade, ''],
  ['that ends the connection', upgrade, 'end'],
  ['with endless data of the other protocol', upgrade, 'x'],
])('an answer of 101 %s does not accept the event, and is not waited for', async (_, ...pieces) => {
  const posted = await postLocally(`http://127.0.0.1:${await raw(...pieces)}/`);
  expect(posted).toEqual({ ...unanswered('the receiver answered 101'), status: 101 });
});

test.each([
  ['an endless body', 'HTTP/1.1 500 No\r\n\r\n', 'x'.repeat(1000)],
  [
    'endless chunks',
    'HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n',
    '1\r\nx\r\n'.repeat(100),
  ],
])('of %s, 500 characters are read', async (_, ...pieces) => {
  const posted = await postLocally(`http://127.0.0.1:${await raw(...pieces)}/`);
  expect(posted).toMatchObject({ status: 500, excerpt: 'x'.repeat(500) });
});

test.each([
  ['more headers than Node reads', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`],
  ['a status that is no number', 'HTTP/1.1 OK\r\n\r\n'],
  ['no HTTP', 'hello\r\n\r\n'],
])('an answer with %s is none', async (_, piece) => {
  const posted = await postLocally(`http://127.0.0.1:${await raw(piece, '')}/`);
  expect(posted).toEqual(unanswered(expect.stringMatching(/^Parse Error/)));
});

/** A receiver of another thread that accepts no connection until `open` is called: connecting to it takes a second. */
async function distant() {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const source = `
    const { workerData, parentPort } = require('node:worker_threads');
    const server = require('node:net').createServer((socket) =>
      socket.on('error', () => {}).once('data', () => socket.end('HTTP/1.1 204 No Content\\r\\n\\r\\n')));
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      Atomics.wait(workerData, 0, 0);
    });`;
  const worker = new Worker(source, { eval: true, workerData: gate });
  atEndOfFile(() => worker.terminate());
  const [port] = await once(worker, 'message');
  // With these in the receiver's queue, the system accepts no further connections for it.
  const others = [1, 2, 3].map(() => net.connect(port, '127.0.0.1').on('error', () => undefined));
  atEndOfFile(() => others.forEach((each) => void each.destroy()));
  await Promise.all(others.slice(0, 2).map((each) => once(each, 'connect')));
  const open = () => {
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
  };
  return { port: Number(port), open };
}

test('a receiver with an IPv4 and an IPv6 address gets the event although connecting takes a second', async () => {
  const { port, open } = await distant();
  const resolve = addresses('127.0.0.1', '::1');

  setTimeout(open, 500);
  const posted = await postWebhook(posting(`http://distant.example:${port}/`), {
    ...{ loopback: true, resolve, timeoutMs: patienceMs },
  });
  expect(posted).toMatchObject({ status: 204, problem: null });
});

test('a status counts although the rest of the answer never comes', async () => {
  const port = await receiver((_, answer) => void answer.writeHead(500).write('partly'));
  const time = new AbortController();
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
  // The beginning of the body comes with the head.
  const endTime = () => setTimeout(() => time.abort(), 100);
  subscribe('http.client.response.finish', endTime);

  expect(await postLocally(`http://127.0.0.1:${port}/`)).toMatchObject({
    ...{ status: 500, excerpt: 'partly' },
  });
  unsubscribe('http.client.response.finish', endTime);
  timeout.mockRestore();
});

test.each([200, 500])(
  'an answer of 10 MB with status %i is not read to its end',
  async (status) => {
    const { promise: closed, resolve } = Promise.withResolvers<boolean>();
    const port = await receiver((_, answer) => {
      answer.on('close', () => resolve(answer.writableFinished));
      answer.writeHead(status).end(Buffer.alloc(10 * 2 ** 20, 'x'));
    });

    expect((await postLocally(`http://127.0.0.1:${port}/`)).excerpt).toBe('x'.repeat(500));
    expect(await closed).toBe(false);
  },
);

test('a receiver that is not there is no answer, and the network says why', async () => {
  const server = net.createServer();
  const port = await listening(server);
  server.close();

  expect(await postLocally(`http://127.0.0.1:${port}/`)).toEqual(
    unanswered(`connect ECONNREFUSED 127.0.0.1:${port}`),
  );
});

test('the name of the address is asked for in TLS, and must be the one of the certificate', async () => {
  const { key, cert } = selfSigned();
  const names: (string | false | null)[] = [];
  const server = https.createServer({ key, cert }, (_, answer) => void answer.end());
  server.on('secureConnection', ({ servername }) => names.push(servername));
  const port = await listening(server);
  tls.setDefaultCACertificates([cert]);
  const rules = { loopback: true, resolve: addresses('127.0.0.1') };

  expect(await postWebhook(posting(`https://proxy:${port}/`), rules)).toMatchObject({
    status: 200,
  });
  expect(names).toEqual(['proxy']);
  expect(await postWebhook(posting(`https://other:${port}/`), rules)).toEqual(
    unanswered(expect.stringMatching(/does not match certificate/)),
  );
});

/** A receiver on this machine that counts its connections. */
async function guarded() {
  const connections: string[] = [];
  const server = net.createServer((socket) => {
    connections.push('one');
    socket.destroy();
  });
  return { connections, port: await listening(server) };
}

test.each([
  ['127.0.0.1', ['127.0.0.1']],
  ['::1', ['::1']],
  ["AWS's metadata", ['169.254.169.254']],
  ['127.0.0.1 written as IPv6', ['::ffff:127.0.0.1']],
  ['a public address and 127.0.0.1', ['8.8.8.8', '127.0.0.1']],
])('a name that leads to %s is not connected to', async (_, found) => {
  const { connections, port } = await guarded();
  const resolve = addresses(...found);

  expect(await postWebhook(posting(`https://hooks.example.com:${port}/`), { resolve })).toEqual(
    unanswered(`hooks.example.com has the address ${found.at(-1)}, which is not public`),
  );
  expect(connections).toEqual([]);
});

const notOnInternet = /^The address must be on the internet, and \S+ is not$/;
const notHttps = 'The address must begin with https://, such as https://example.com/hooks';

test.each([
  ['https://127.0.0.1', expect.stringMatching(notOnInternet)],
  ['https://[::ffff:127.0.0.1]', expect.stringMatching(notOnInternet)],
  ['https://2130706433', expect.stringMatching(notOnInternet)],
  ['http://127.0.0.1', notHttps],
])('outside of a local run, %s is not connected to', async (origin, problem) => {
  const { connections, port } = await guarded();

  expect(await postWebhook(posting(`${origin}:${port}/`))).toEqual(unanswered(problem));
  expect(connections).toEqual([]);
});

test('a name that leads elsewhere when it is asked again is connected to where it led first', async () => {
  const hosts: (string | undefined)[] = [];
  const port = await receiver((request, answer) => {
    hosts.push(request.headers.host);
    answer.end();
  });
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    return addresses(asked.length === 1 ? '127.0.0.1' : '10.0.0.1')();
  };

  const { status } = await postWebhook(posting(`http://rebinding.invalid:${port}/`), {
    ...{ loopback: true, resolve },
  });

  expect(status).toBe(200);
  expect(asked).toEqual(['rebinding.invalid']);
  expect(hosts).toEqual([`rebinding.invalid:${port}`]);
});

test("a redirect to Lambda's runtime is not followed", async () => {
  const { connections, port: runtime } = await guarded();
  const location = `http://127.0.0.1:${runtime}/2018-06-01/runtime/invocation/next`;
  const port = await receiver((_, answer) => answer.writeHead(302, { location }).end());

  expect(await postLocally(`http://127.0.0.1:${port}/`)).toMatchObject({
    ...{ status: 302, problem: 'the receiver answered 302' },
  });
  expect(connections).toEqual([]);
});
