import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { awsFault } from '../../shared/adapters/aws-fault.ts';
import type { CallTimes } from '../../shared/adapters/call-times.ts';
import { type ClientPlace, callOnce, clientSettings } from './client.ts';

/** The owner of the credentials. */
export type CallerIdentity = Awaited<ReturnType<typeof callerIdentity>>;

/** Returns the owner of the credentials. Needs no permission. Throws what the SDK throws. */
export async function callerIdentity(times: CallTimes, place: ClientPlace = {}) {
  const client = new STSClient(clientSettings(times, place));
  const found = await callOnce(client, () => client.send(new GetCallerIdentityCommand({})));
  return { account: found.Account ?? '', arn: found.Arn ?? '' };
}

/** The region that the SDK finds if none is given: `AWS_REGION`, or the profile's; null if there is none. */
export async function configuredRegion(): Promise<string | null> {
  try {
    return await callOnce(new STSClient({}), ({ config }) => config.region());
  } catch (error) {
    if (awsFault(error).kind === 'no region') return null;
    throw error;
  }
}
