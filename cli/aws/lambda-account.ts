import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';

/** What Lambda lets an AWS account run in one region. */
export interface LambdaAccount {
  /** How many executions may run at the same moment. */
  concurrency: number;
  /** How many of them no function has reserved for itself. */
  unreserved: number;
}

/** Needs `lambda:GetAccountSettings`. */
export async function lambdaAccount(
  times: CallTimes,
  { region }: { region?: string | undefined },
): Promise<LambdaAccount> {
  const client = new LambdaClient({ ...(region && { region }), ...callTimes(times) });
  try {
    const { AccountLimit: limit } = await client.send(new GetAccountSettingsCommand({}));
    const concurrency = limit?.ConcurrentExecutions ?? 0;
    return { concurrency, unreserved: limit?.UnreservedConcurrentExecutions ?? concurrency };
  } finally {
    client.destroy();
  }
}
