import { SESv2Client } from '@aws-sdk/client-sesv2';
import { awsFault } from '../../shared/adapters/aws-fault.ts';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';
import type { SesPlace } from '../../shared/adapters/ses/ses-call.ts';

export interface ClientPlace {
  region?: string | undefined;
  profile?: string | undefined;
}

/** The configuration of an SDK client. No client is closed: the process ends after its command. */
export function clientSettings(times: CallTimes, { region, profile }: ClientPlace = {}) {
  return { ...(region && { region }), ...(profile && { profile }), ...callTimes(times) };
}

/** Returns the answer, or null if AWS refuses the call with the error of this name. */
export async function nullIf<T>(errorName: string, answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (awsFault(error).name === errorName) return null;
    throw error;
  }
}

interface SesSettings extends ClientPlace {
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Default: the endpoint of the SDK's environment variables, else AWS's own. */
  endpoint?: string;
}

/** SES with the region and the credentials that the SDK finds. Sending needs `ses:SendEmail`. */
export async function sesPlace(times: CallTimes, settings: SesSettings): Promise<SesPlace> {
  const { config } = new SESv2Client({ ...settings, ...callTimes(times) });
  const { AWS_ENDPOINT_URL: any, AWS_ENDPOINT_URL_SESV2: own = any } = process.env;
  return {
    caller: { region: await config.region(), credentials: config.credentials },
    endpoint: settings.endpoint ?? own,
  };
}
