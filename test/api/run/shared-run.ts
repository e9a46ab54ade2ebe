import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDnsServer } from '../../dns-server.ts';
import type { Stop } from '../../offer/start.ts';
import { respond } from './domains.ts';
import { startLocalProcess } from './local-process.ts';
import { writePromisedShapes } from './promised-shapes.ts';

/** Starts the run that all test files share, with a DNS server of the tests' domains. Returns its data folder. */
export async function startSharedRun(atEnd: (stop: Stop) => void): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'postrider-api-'));
  atEnd(() => rm(data, { recursive: true, force: true }));
  const dns = await startDnsServer(respond);
  atEnd(dns.stop);
  // On a slow machine the tables' server may need longer for an answer than a function waits in AWS.
  const environment = { POSTRIDER_PATIENCE: '10' };
  const run = await startLocalProcess({ data, words: ['--dns', dns.address], environment });
  atEnd(() => run.stop());
  await writePromisedShapes(data);
  return data;
}
