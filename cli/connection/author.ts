import { atTerminal } from '../../shared/adapters/call-times.ts';
import { callerIdentity } from '../aws/caller-identity.ts';
import type { Deployment } from './deployment.ts';

/**
 * The name that the history of templates gives to the person who runs the CLI: `local` for a local run, else the last
 * part of the ARN that owns the credentials, such as the name of a user or of a role's session.
 */
export async function authorName({ endpoints, region, profile }: Deployment): Promise<string> {
  if (endpoints.dynamodb !== undefined) return 'local';
  const { arn } = await callerIdentity(atTerminal, { region, profile });
  return arn.slice(Math.max(arn.lastIndexOf('/'), arn.lastIndexOf(':')) + 1);
}
