import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { awsFault } from '../../shared/adapters/aws-fault.ts';
import type { CallTimes } from '../../shared/adapters/call-times.ts';
import { type ClientPlace, callOnce, clientSettings } from './client.ts';

/** The owner of the credentials, and how far this machine's clock is off. */
export type CallerIdentity = Awaited<ReturnType<typeof callerIdentity>>;

/**
 * Returns the owner of the credentials. The call needs no permission. Throws what the SDK throws: no
 * credentials, an expired session, no region.
 */
export async function callerIdentity(times: CallTimes, place: ClientPlace = {}) {
  const client = new STSClient(clientSettings(times, place));
  let awsMs: number | null = null;
  client.middlewareStack.add(
    (next) => async (args) => {
      const answer = await next(args);
      awsMs = dateOf(answer.response) ?? awsMs;
      return answer;
    },
    // Runs before the SDK reads the answer, so that a refusal gives the time too.
    { step: 'deserialize', priority: 'low', name: 'clockOfAws' },
  );
  const { Account, Arn } = await callOnce(client, () =>
    client.send(new GetCallerIdentityCommand({})),
  );
  /** How far this machine's clock is ahead of AWS's, to the second; negative if it is behind, null if unknown. */
  const clockAheadMs = awsMs === null ? null : Date.now() - awsMs;
  return { account: Account ?? '', arn: Arn ?? '', clockAheadMs };
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

/** The `Date` of an HTTP answer (RFC 9110 §6.6.1). */
function dateOf(response: unknown): number | null {
  if (typeof response !== 'object' || response === null || !('headers' in response)) return null;
  const date: unknown = Reflect.get(response.headers ?? {}, 'date');
  const ms = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}
