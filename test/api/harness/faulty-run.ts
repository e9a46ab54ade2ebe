import { type DnsServer, mx, type Responder, startDnsServer } from '../../dns-server.ts';
import { startTables } from '../../dynalite.ts';
import { type Fate, type FaultProxy, startFaultProxy } from '../../fault-proxy.ts';
import { type SesStub, startSesStub } from '../../ses-stub.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import type { LocalProcess } from '../run/local-process.ts';
import { startOwnRun } from './own-run.ts';

export interface FaultyRun {
  run: LocalProcess;
  tables: FaultProxy;
  ses: SesStub;
  dns: DnsServer;
  /** From now on, calls whose body contains `of` meet the fate `is`; null lets all calls pass. */
  breakTables: (fault: { of: string; is: Fate } | null) => void;
}

/** Every domain accepts mail, except those that begin with `missing`. DNS answers each question only once. */
const onlyOnce: Responder = ({ name, type }, asked) => {
  if (asked > 1) return { rcode: 'REFUSED' };
  if (name.startsWith('missing')) return { rcode: 'NXDOMAIN' };
  return { answers: type === 'MX' ? [mx(name, 'mail.good.example')] : [] };
};

export async function startFaultyRun(): Promise<FaultyRun> {
  let fault: { of: string; is: Fate } | null = null;
  const behind = await startTables();
  const tables = await startFaultProxy(behind.endpoint, ({ body }) =>
    fault && body.includes(fault.of) ? fault.is : 'pass',
  );
  const ses = await startSesStub();
  const dns = await startDnsServer(onlyOnce);
  const endpoints = ['--dynamodb-endpoint', tables.endpoint, '--ses-endpoint', ses.url];
  const words = [...endpoints, '--dns', dns.address];
  const run = await startOwnRun({ data: temporaryFolder(), words });
  const breakTables = (next: typeof fault) => {
    fault = next;
  };
  return { run, tables, ses, dns, breakTables };
}
