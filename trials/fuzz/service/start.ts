import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { managePorts } from '../../../local/demo/manage-ports.ts';
import type { Deployment } from '../../../local/deployment-file.ts';
import type { Stops } from '../../../local/stops.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { LocalService } from '../../soak/service/local-service.ts';
import { startDomains } from './dns.ts';
import { type SesOptions, startSes } from './ses.ts';

/** `npm start` on a folder of its own, beside a SES and a DNS of its own. */
export interface Service {
  deployment: Deployment;
  port: number;
  ports: ManagePorts;
}

export async function startService(
  ses: SesOptions,
  stops: Stops,
  words: readonly string[] = [],
): Promise<Service> {
  const data = await mkdtemp(join(tmpdir(), 'postrider-fuzz-'));
  stops.add(data, () => rm(data, { recursive: true, force: true }));
  const { url } = stops.add(await startSes(ses), ({ stop }) => stop());
  const { address } = stops.add(await startDomains(), ({ stop }) => stop());
  const all = ['--ses-endpoint', url, '--dns', address, ...words];
  const service = stops.add(new LocalService(data, all), (each) => each.stop());
  const deployment = await service.deployment();
  const { ports } = stops.add(managePorts(deployment), (each) => each.close());
  return { deployment, ports, port: Number(new URL(deployment.baseUrl).port) };
}
