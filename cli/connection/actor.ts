import { atTerminal } from '../../shared/adapters/call-times.ts';
import { type Actor, localActor } from '../../shared/adapters/tables/trail-table.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import { callerIdentity } from '../aws/caller-identity.ts';
import type { Deployment } from './deployment.ts';

/** The name of the operator in the history of templates. */
export const authorOf = async ({ trail }: Pick<ManagePorts, 'trail'>) => (await trail.who()).name;

/** The operator whom the trail and the history of templates name: the last part of the ARN that owns the credentials. */
export async function actorOf({ endpoints, region, profile }: Deployment): Promise<Actor> {
  if (endpoints.dynamodb !== undefined) return localActor;
  const { arn } = await callerIdentity(atTerminal, { region, profile });
  const name = arn.slice(Math.max(arn.lastIndexOf('/'), arn.lastIndexOf(':')) + 1);
  return { kind: 'aws', arn, name };
}
