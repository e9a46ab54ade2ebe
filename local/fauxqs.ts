import type { Server } from 'node:http';
import { buildApp } from 'fauxqs';
import { guardedServer } from './loopback/door.ts';
import { region } from './template/names.ts';

/** A server compatible with SQS and S3, in memory only. Another server in front of it must check each request. */
export async function fauxqsServer(): Promise<Server> {
  const app = buildApp({ logger: false, defaultRegion: region });
  await app.ready();
  return guardedServer((req, res) => app.routing(req, res));
}
