import { atTerminal } from '../../shared/adapters/call-times.ts';
import { callerIdentity } from '../aws/caller-identity.ts';
import type { Deployment } from './deployment.ts';

/** The name of the operator in the history of templates: `local`, or the last part of the ARN that owns the credentials. */
export async function authorName({ endpoints, region, profile }: Deployment): Promise<string> {
  if (endpoints.dynamodb !== undefined) return 'local';
  const { arn } = await callerIdentity(atTerminal, { region, profile });
  return arn.slice(Math.max(arn.lastIndexOf('/'), arn.lastIndexOf(':')) + 1);
}
