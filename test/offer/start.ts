import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSharedRun } from '../api/run/shared-run.ts';
import { installPackage } from '../package/install-package.ts';
import { offerVariable } from './variable.ts';

export type Stop = () => unknown;

/** The things that test files share. Each function creates one, registers its end, and returns its folder. */
const makers = { run: startSharedRun, package: installPackage };

export type Offered = keyof typeof makers;

const stops: Stop[] = [];
const made = new Map<string, Promise<string>>();

/** Jest's global setup: answers a request for `/run` with the folder of the run. The first request creates the run. */
export default async function startOffer(): Promise<void> {
  const server = createServer(async ({ url = '' }, response) => {
    const name = url.slice(1) as Offered;
    const making = made.get(name) ?? makers[name]((stop) => stops.push(stop));
    made.set(name, making);
    await making.then(
      (folder) => response.end(folder),
      (error) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => server.close());
  process.env[offerVariable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Ends everything that was created, the last first. */
export async function stopOffer(): Promise<void> {
  await Promise.allSettled(made.values());
  for (const stop of stops.splice(0).reverse()) await stop();
}
