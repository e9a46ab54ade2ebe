import { Resolver } from 'node:dns/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from '@jest/globals';
import { type Relay, relayDns, relayHttp } from '../../../local/sam/relay.ts';
import { mx, withDnsServer } from '../../dns-server.ts';

const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => {
    res.writeHead(418, { 'x-seen': `${req.method} ${req.url} ${req.headers.host}` });
    res.end(Buffer.concat(chunks));
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

const relays: Relay[] = [];
afterAll(() => {
  for (const { close } of relays) close();
  server.closeAllConnections();
  server.close();
});

describe('the relay for containers', () => {
  test('hands a request on under a name that the local run lets in, and the answer back', async () => {
    const relay = await relayHttp('127.0.0.1', new URL(`http://${host}`));
    relays.push(relay);

    const url = `http://localhost:${relay.port}/a?b=c`;
    const answer = await fetch(url, {
      method: 'POST',
      body: 'table',
      headers: { connection: 'close' },
    });

    expect(answer.status).toBe(418);
    expect(answer.headers.get('x-seen')).toBe(`POST /a?b=c ${host}`);
    expect(await answer.text()).toBe('table');
  });

  test('hands DNS questions on, and their answers back', async () => {
    const answers = [mx('example.com', 'mail.example.com')];
    const found = await withDnsServer(
      () => ({ answers }),
      async ({ address }) => {
        const relay = await relayDns('127.0.0.1', address);
        relays.push(relay);
        const resolver = new Resolver();
        resolver.setServers([`127.0.0.1:${relay.port}`]);
        return resolver.resolveMx('example.com');
      },
    );

    expect(found).toEqual([
      expect.objectContaining({ exchange: 'mail.example.com', priority: 10 }),
    ]);
  });

  test('says which address to take, where one is none of this machine', async () => {
    // For documentation alone (RFC 5737): nobody has it.
    const relay = relayHttp('203.0.113.7', new URL(`http://${host}`));

    await expect(relay).rejects.toThrow('203.0.113.7 is no address of this machine');
  });
});
