import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDnsServer } from '../../dns-server.ts';
import { respond } from './domains.ts';
import { startLocalProcess } from './local-process.ts';
import { writePromisedShapes } from './promised-shapes.ts';
import { runVariable } from './variable.ts';

/**
 * Starts one local run for all tests over HTTP, with a DNS server that knows the tests' domains. Returns a function
 * that stops both and removes the data folder.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const data = await mkdtemp(join(tmpdir(), 'postrider-api-'));
  const dns = await startDnsServer(respond);
  const stops = [() => rm(data, { recursive: true, force: true }), dns.stop];
  const stop = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  try {
    const run = await startLocalProcess({ data, words: ['--dns', dns.address] });
    stops.push(async () => void (await run.stop()));
    await writePromisedShapes(data);
    process.env[runVariable] = data;
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
