import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';

/** The environment variables of a deployed function. Needs `lambda:GetFunctionConfiguration`. */
export async function functionEnvironment(
  times: CallTimes,
  { name, region }: { name: string; region?: string | undefined },
): Promise<Record<string, string>> {
  const client = new LambdaClient({ ...(region && { region }), ...callTimes(times) });
  try {
    const get = new GetFunctionConfigurationCommand({ FunctionName: name });
    return (await client.send(get)).Environment?.Variables ?? {};
  } finally {
    client.destroy();
  }
}
