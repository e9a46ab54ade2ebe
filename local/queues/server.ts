import type { Server } from 'node:http';
import { buildApp } from 'fauxqs';
import { guardedServer } from '../loopback/door.ts';
import { region } from '../template/names.ts';

/**
 * The queues' server: fauxqs, an SQS-compatible server, not yet listening. Its messages are in memory only.
 * fauxqs does not check who calls, so another server stands in front of it and checks each request first.
 */
export async function queuesServer(): Promise<Server> {
  const app = buildApp({ logger: false, defaultRegion: region });
  await app.ready();
  return guardedServer((req, res) => app.routing(req, res));
}
