import * as z from 'zod';
import type { Invoke } from '../lambda/pool.ts';
import { arn } from '../template/names.ts';
import { fits } from '../wildcard.ts';
import type { ResponseType } from './gateway-responses.ts';

/** A caller whom the authorizer lets pass. */
export interface Authorization {
  /** `requestContext.authorizer`: every value is a string there, or a record of strings (`claims`). */
  context: Record<string, string | Record<string, string>>;
  /** The value of the API Gateway key that the request counts against. */
  apiKey: string | undefined;
}

/** The authorizer's decision; a method without an authorizer has no authorization. */
export type Decision = { authorization?: Authorization } | Denial;

/** The gateway's own answer to a request, with the variables for its template. */
export interface Denial {
  type: ResponseType;
  variables?: Record<string, string>;
}

const oneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.string())]);

const policyDocument = z.object({
  Statement: z.array(
    z.object({ Effect: z.enum(['Allow', 'Deny']), Action: oneOrMore, Resource: oneOrMore }),
  ),
});

const authorizerAnswer = z.object({
  principalId: z.string(),
  policyDocument,
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  usageIdentifierKey: z.string().nullish(),
});

/** What an authorizer is asked about: the caller's token, or the parts of the request that name the caller. */
export type Question = { methodArn: string } & (
  | { type: 'TOKEN'; authorizationToken: string | undefined }
  | { type: 'REQUEST'; pathParameters: Record<string, string> | null }
);

/**
 * Asks an authorizer whether a method may be invoked, at every request.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-use-lambda-authorizer.html
 */
export async function authorize(invoke: Invoke, question: Question): Promise<Decision> {
  // API Gateway does not ask a TOKEN authorizer without a token.
  if (question.type === 'TOKEN' && !question.authorizationToken) return { type: 'UNAUTHORIZED' };
  const { methodArn } = question;
  const outcome = await invoke(question);
  if (outcome.kind === 'fault') {
    const isRefusal = outcome.message === 'Unauthorized';
    return { type: isRefusal ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE' };
  }
  const parsed = authorizerAnswer.safeParse(outcome.value);
  if (!parsed.success) return { type: 'AUTHORIZER_CONFIGURATION_ERROR' };
  const { principalId, policyDocument: policy, usageIdentifierKey } = parsed.data;
  const values = Object.entries(parsed.data.context).map(([name, value]) => [name, String(value)]);
  const context: Record<string, string> = { principalId, ...Object.fromEntries(values) };
  if (!allows(policy, methodArn)) return { type: 'ACCESS_DENIED', variables: asVariables(context) };
  return { authorization: { context, apiKey: usageIdentifierKey ?? undefined } };
}

/** Whether a policy lets a method be invoked: a statement allows it and none denies it. */
function allows({ Statement }: z.output<typeof policyDocument>, methodArn: string): boolean {
  const effects = Statement.filter(
    ({ Action, Resource }) =>
      Action.some((pattern) => fits(pattern, 'execute-api:Invoke')) &&
      Resource.some((pattern) => fits(pattern, methodArn)),
  ).map(({ Effect }) => Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
}

export function methodArnOf(apiId: string, stage: string, method: string, path: string): string {
  return arn('execute-api', `${apiId}/${stage}/${method}${path}`);
}

/** `$context.authorizer.<name>` in a gateway response's template. */
function asVariables(context: Record<string, string>): Record<string, string> {
  const entries = Object.entries(context);
  return Object.fromEntries(entries.map(([name, value]) => [`authorizer.${name}`, value]));
}
