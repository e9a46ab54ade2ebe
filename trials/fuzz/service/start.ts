import type { Stops } from '../../../local/stops.ts';
import { respond } from '../../../test/api/run/domains.ts';
import { startDnsServer } from '../../../test/dns-server.ts';
import { portsOf, startLocalService } from '../../harness/local-service.ts';
import { type SesMail, startSes } from '../../harness/ses.ts';

/** Starts `npm start` on an empty folder, with its own SES and DNS. */
export async function startService(onMail: (mail: SesMail) => void, stops: Stops) {
  const ses = await startSes(onMail, stops);
  const { address } = stops.add(await startDnsServer(respond), ({ stop }) => stop());
  const service = await startLocalService(['--ses-endpoint', ses, '--dns', address], stops);
  const deployment = await service.deployment();
  const port = Number(new URL(deployment.baseUrl).port);
  return { deployment, port, ports: portsOf(deployment, stops) };
}
