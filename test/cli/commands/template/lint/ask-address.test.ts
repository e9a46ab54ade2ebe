import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { askAddress } from '../../../../../cli/commands/template/lint/ask-address.ts';
import { atEndOfFile } from '../../../../end-of-file.ts';
import { beforeAll, expect, test } from '../../../../jest.ts';

const asked: string[] = [];
let base = '';

const server = createServer((request, response) => {
  const { method, url = '' } = request;
  asked.push(`${method} ${url} ${request.headers['user-agent']} ${request.headers.range ?? ''}`);
  const [, kind, value = ''] = url.split('/');
  if (kind === 'status') response.writeHead(Number(value));
  if (kind === 'hops') {
    const left = Number(value);
    response.writeHead(left ? 302 : 200, left ? { location: `/hops/${left - 1}` } : {});
  }
  if (kind === 'metadata') response.writeHead(301, { location: 'http://169.254.169.254/latest/' });
  if (kind === 'mailto') response.writeHead(301, { location: 'mailto:ann@example.com' });
  if (kind === 'large') response.writeHead(200, { 'content-length': '1200000' });
  if (kind === 'no-head') {
    if (method === 'HEAD') response.writeHead(405);
    else response.writeHead(206, { 'content-range': 'bytes 0-0/48213' });
  }
  response.end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

atEndOfFile(() => new Promise((resolve) => server.close(resolve)));

const ask = (path: string) => askAddress(base + path, { loopback: true });

test.each([
  ['/status/200', { problem: null, redirects: 0 }],
  ['/status/404', { problem: 'answers 404', redirects: 0 }],
  ['/status/403', { problem: null }],
  ['/status/429', { problem: null }],
  ['/status/503', { problem: null }],
  ['/hops/5', { problem: null, redirects: 5 }],
  ['/hops/9', { problem: null, redirects: 5 }],
  ['/metadata', { problem: 'leads to an address of this network', redirects: 1 }],
  ['/mailto', { problem: 'leads to an address that is neither http nor https' }],
  ['/large', { problem: null, bytes: 1_200_000 }],
  ['/no-head', { problem: null, bytes: 48_213 }],
])('%s', async (path, answer) => {
  expect(await ask(path)).toMatchObject(answer);
});

test('asks with HEAD, and for one byte where a server has no HEAD', async () => {
  asked.length = 0;
  await ask('/no-head');

  expect(asked).toEqual(['HEAD /no-head postrider-lint ', 'GET /no-head postrider-lint bytes=0-0']);
});

test('this machine is not asked, by its address or by a name that leads to it', async () => {
  const problem = 'leads to an address of this network';
  asked.length = 0;

  expect(await askAddress(`${base}/status/200`)).toMatchObject({ problem });
  expect(await askAddress('http://localhost:9/')).toMatchObject({ problem });
  expect(asked).toEqual([]);
});

test('a server that does not answer is a problem with its reason', async () => {
  expect(await askAddress('http://127.0.0.1:9/', { loopback: true })).toMatchObject({
    problem: expect.stringContaining('does not answer: '),
  });
});
