import type { Server } from 'node:http';
import { buildApp } from 'fauxqs';
import { guardedServer } from './loopback/door.ts';
import { region } from './template/names.ts';

/**
 * fauxqs, a server that is compatible with SQS and S3, not yet listening. Its messages and objects are in memory only.
 * fauxqs does not check who calls, so another server stands in front of it and checks each request first.
 */
export async function fauxqsServer(): Promise<Server> {
  const app = buildApp({ logger: false, defaultRegion: region });
  await app.ready();
  return guardedServer((req, res) => app.routing(req, res));
}
