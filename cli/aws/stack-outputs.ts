import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';

/**
 * The outputs of a CloudFormation stack by their names, or null where the account has no stack of
 * this name in the region.
 */
export async function readStackOutputs(
  times: CallTimes,
  {
    stack,
    region,
    profile,
  }: { stack: string; region?: string | undefined; profile?: string | undefined },
): Promise<Record<string, string> | null> {
  const settings = { ...(region && { region }), ...(profile && { profile }) };
  const client = new CloudFormationClient({ ...settings, ...callTimes(times) });
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stack }));
    const outputs = Stacks?.[0]?.Outputs ?? [];
    return Object.fromEntries(
      outputs.flatMap(({ OutputKey: name, OutputValue: value }) =>
        name && value ? [[name, value]] : [],
      ),
    );
  } catch (error) {
    if (isUnknownStack(error)) return null;
    throw error;
  } finally {
    client.destroy();
  }
}

/** CloudFormation has no error of its own for it: `ValidationError: Stack with id … does not exist`. */
export function isUnknownStack(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.name === 'ValidationError' &&
    error.message.includes('does not exist')
  );
}
