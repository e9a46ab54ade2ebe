import type { Deployment } from '../../../local/deployment-file.ts';
import type { Stops } from '../../../local/stops.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { respond } from '../../../test/api/run/domains.ts';
import { startDnsServer } from '../../../test/dns-server.ts';
import { portsOf, startLocalService } from '../../harness/local-service.ts';
import { type SesMail, startSes } from '../../harness/ses.ts';

/** `npm start` on an empty folder, with its own SES and DNS. */
export interface Service {
  deployment: Deployment;
  port: number;
  ports: ManagePorts;
}

export async function startService(
  onMail: (mail: SesMail) => void,
  stops: Stops,
): Promise<Service> {
  const ses = await startSes(onMail, stops);
  const { address } = stops.add(await startDnsServer(respond), ({ stop }) => stop());
  const service = await startLocalService(['--ses-endpoint', ses, '--dns', address], stops);
  const deployment = await service.deployment();
  const port = Number(new URL(deployment.baseUrl).port);
  return { deployment, port, ports: portsOf(deployment, stops) };
}
