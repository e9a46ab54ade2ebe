import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { onTestFinished } from './jest.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Starts a receiver of webhooks for one test. It answers with these statuses, and then with the last of them. */
export async function startReceiver(...statuses: [number, ...number[]]) {
  const received: Received[] = [];
  const listener: RequestListener = async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('');
    received.push({ headers: request.headers, body });
    const status = statuses[Math.min(received.length, statuses.length) - 1] ?? 200;
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    await promisify(server.close).call(server);
  };
  onTestFinished(() => (server.listening ? stop() : undefined));
  const { port } = server.address() as AddressInfo;
  return { received, url: `http://127.0.0.1:${port}/hooks`, stop };
}
