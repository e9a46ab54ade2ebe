import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';

/** Who asks AWS, and how far this machine's clock is off. */
export interface CallerIdentity {
  /** The AWS account's twelve digits. */
  account: string;
  arn: string;
  /** By how much this machine's clock is ahead of AWS's, to the second; negative behind; null not told. */
  clockAheadMs: number | null;
}

/**
 * Who the credentials belong to. It needs no permission. Throws what the SDK throws: no credentials,
 * an expired session, no region.
 */
export async function callerIdentity(
  times: CallTimes,
  { region, profile }: { region?: string | undefined; profile?: string | undefined } = {},
): Promise<CallerIdentity> {
  const settings = { ...(region && { region }), ...(profile && { profile }) };
  const client = new STSClient({ ...settings, ...callTimes(times) });
  let awsMs: number | null = null;
  client.middlewareStack.add(
    (next) => async (args) => {
      const answer = await next(args);
      awsMs = dateOf(answer.response) ?? awsMs;
      return answer;
    },
    // Before the answer is read, so that a refusal tells the time too.
    { step: 'deserialize', priority: 'low', name: 'clockOfAws' },
  );
  try {
    const { Account, Arn } = await client.send(new GetCallerIdentityCommand({}));
    const clockAheadMs = awsMs === null ? null : Date.now() - awsMs;
    return { account: Account ?? '', arn: Arn ?? '', clockAheadMs };
  } finally {
    client.destroy();
  }
}

/** The region that the SDK finds where none is named: `AWS_REGION`, or the profile's; null for none. */
export async function configuredRegion(): Promise<string | null> {
  const client = new STSClient({});
  try {
    return await client.config.region();
  } catch (error) {
    if (error instanceof Error && error.message === 'Region is missing') return null;
    throw error;
  } finally {
    client.destroy();
  }
}

/** The `Date` of an HTTP answer (RFC 9110 §6.6.1). */
function dateOf(response: unknown): number | null {
  if (typeof response !== 'object' || response === null || !('headers' in response)) return null;
  const date: unknown = Reflect.get(response.headers ?? {}, 'date');
  const ms = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}
