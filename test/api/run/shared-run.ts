import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDnsServer } from '../../dns-server.ts';
import { respond } from './domains.ts';
import { startLocalProcess } from './local-process.ts';
import { writePromisedShapes } from './promised-shapes.ts';
import { runVariable } from './variable.ts';

const stops: (() => unknown)[] = [];
let starting: Promise<string> | undefined;

/**
 * Jest's global setup. Offers one local run to all test files: the first that asks for its data folder, by a request to
 * the address in the environment, has it started.
 */
export default async function offerRun(): Promise<void> {
  const server = createServer((_, response) => {
    starting ??= startRun();
    starting.then(
      (data) => response.end(data),
      (error) => refuse(response, error),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => server.close());
  process.env[runVariable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const refuse = (response: ServerResponse, error: unknown) =>
  response.writeHead(500).end(String(error));

/** Starts the run, with a DNS server that knows the tests' domains, and returns its data folder. */
async function startRun(): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'postrider-api-'));
  stops.push(() => rm(data, { recursive: true, force: true }));
  const dns = await startDnsServer(respond);
  stops.push(dns.stop);
  const run = await startLocalProcess({ data, words: ['--dns', dns.address] });
  stops.push(() => run.stop());
  await writePromisedShapes(data);
  return data;
}

/** Stops what was started, and removes the data folder. */
export async function stopRun(): Promise<void> {
  await starting?.catch(() => undefined);
  for (const stop of stops.splice(0).reverse()) await stop();
}
