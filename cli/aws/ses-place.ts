import { SESv2Client } from '@aws-sdk/client-sesv2';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';
import type { SesPlace } from '../../shared/adapters/ses/ses-call.ts';
import type { ClientPlace } from './client.ts';

/** How the CLI reaches SES. */
export interface SesSettings extends ClientPlace {
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Default: what the SDK's environment variables say, else AWS's own. */
  endpoint?: string;
}

/** SES with the region and the credentials that the SDK finds. Sending needs `ses:SendEmail`. */
export async function sesPlace(times: CallTimes, settings: SesSettings): Promise<SesPlace> {
  const { region, profile, ...given } = settings;
  const place = { ...(region && { region }), ...(profile && { profile }) };
  const { config } = new SESv2Client({ ...place, ...given, ...callTimes(times) });
  const { AWS_ENDPOINT_URL: any, AWS_ENDPOINT_URL_SESV2: own = any } = process.env;
  return {
    caller: { region: await config.region(), credentials: config.credentials },
    endpoint: given.endpoint ?? own,
  };
}
