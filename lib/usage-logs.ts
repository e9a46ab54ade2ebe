import { Fn } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { env } from '../shared/env.ts';
import type { Settings } from './settings/settings.ts';

/** Lets a function count the lines of the logs of `counted` with queries of Logs Insights. */
export function grantCountLines(
  fn: LambdaFunction,
  counted: readonly LambdaFunction[],
  { logRetentionDays }: Pick<Settings, 'logRetentionDays'>,
): void {
  const groups = counted.map(({ logGroup }) => logGroup);
  const allow = (actions: string[], resources: string[]) =>
    fn.addToRolePolicy(new PolicyStatement({ actions, resources }));
  allow(
    ['logs:StartQuery'],
    groups.map(({ logGroupArn }) => logGroupArn),
  );
  // The id of a query cannot be guessed. A policy cannot name a resource for these calls.
  allow(['logs:GetQueryResults', 'logs:StopQuery'], ['*']);
  const names = groups.map(({ logGroupName }) => logGroupName);
  fn.addEnvironment(env.logGroups, Fn.join(',', names));
  fn.addEnvironment(env.logRetentionDays, String(logRetentionDays));
}
