import * as z from 'zod';
import { fits } from '../wildcard.ts';

const oneOrMore = z.union([z.string(), z.array(z.string())]);

/** The policy that an authorizer answers with: who may invoke which method. */
export const policyDocument = z.object({
  Statement: z.array(
    z.object({
      Effect: z.enum(['Allow', 'Deny']),
      Action: oneOrMore,
      Resource: oneOrMore,
    }),
  ),
});

export type PolicyDocument = z.output<typeof policyDocument>;

/** Whether a policy lets a method be invoked: a statement allows it and none denies it. */
export function allows(policy: PolicyDocument, methodArn: string): boolean {
  let allowed = false;
  for (const { Effect, Action, Resource } of policy.Statement) {
    if (!matches(Action, 'execute-api:Invoke') || !matches(Resource, methodArn)) continue;
    if (Effect === 'Deny') return false;
    allowed = true;
  }
  return allowed;
}

function matches(patterns: string | string[], value: string): boolean {
  if (typeof patterns === 'string') return fits(patterns, value);
  return patterns.some((pattern) => fits(pattern, value));
}
