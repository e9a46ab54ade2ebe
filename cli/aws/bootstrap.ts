import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';

/**
 * Where the CDK's bootstrap stack writes its version down, under the qualifier that is usual.
 *
 * https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html
 */
const versionParameter = '/cdk-bootstrap/hnb659fds/version';

/** The version of the CDK's bootstrap stack in a region; null where there is none. Needs `ssm:GetParameter`. */
export async function bootstrapVersion(
  times: CallTimes,
  { region }: { region?: string | undefined } = {},
): Promise<number | null> {
  const client = new SSMClient({ ...(region && { region }), ...callTimes(times) });
  try {
    const { Parameter } = await client.send(new GetParameterCommand({ Name: versionParameter }));
    const version = Number(Parameter?.Value);
    return Number.isInteger(version) ? version : null;
  } catch (error) {
    if (error instanceof ParameterNotFound) return null;
    throw error;
  } finally {
    client.destroy();
  }
}
