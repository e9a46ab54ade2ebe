import { type AwsFault, type AwsFaultKind, awsFault } from '../../adapters/aws-fault.ts';
import type { MendStep } from './check.ts';

/** Why a check cannot be made, in a sentence: what it needs is missing, and another check reports that. */
export class NotKnown extends Error {
  override readonly name = 'NotKnown';
  /** What to do about it, where no other check says so. */
  readonly mend: readonly MendStep[];

  constructor(reason: string, mend: readonly MendStep[] = []) {
    super(reason);
    this.mend = mend;
  }
}

/** Why a check could not be made, in one sentence; a refusal names the permission that is missing. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof NotKnown) return thrown.message;
  const fault = awsFault(thrown);
  return reasons[fault.kind](fault);
}

const reasons: Record<AwsFaultKind, (fault: AwsFault) => string> = {
  'no credentials': () => 'There are no AWS credentials to ask with',
  expired: () => 'The AWS session has expired',
  'unknown credentials': () => 'AWS does not take these credentials',
  clock: () => 'AWS refuses what this machine signs, because its clock is wrong',
  'no region': () => 'No region is set',
  denied: ({ message }) => deniedSentence(message),
  'not activated': () => 'AWS has not activated this account yet',
  throttled: () => 'AWS is throttling these calls: try again in a minute',
  limit: ({ message }) => `A limit of the AWS account is reached (${message})`,
  missing: ({ message }) => `AWS does not know what this check asks for (${message})`,
  undelivered: ({ message }) => `Cognito could not deliver its mail (${message})`,
  // The SDK's own words for it are about its insides.
  'no answer': ({ name, message }) =>
    name === 'TimeoutError' ? 'AWS gave no answer in time' : `AWS gave no answer (${message})`,
  'no such host': ({ message }) => `The network knows no such host (${message})`,
  untrusted: ({ code, message }) =>
    `The network shows a certificate that is not of AWS (${code || message})`,
  'not AWS': ({ status }) =>
    `Something on the way answered instead of AWS (HTTP ${status ?? 'status unknown'})`,
  'AWS failed': ({ message }) => `AWS could not answer (${message})`,
  other: ({ name, message }) => (name === 'Error' ? message : `${name}: ${message}`),
};

/** `User: … is not authorized to perform: ses:GetAccount on resource: …` */
function deniedSentence(message: string): string {
  const permission = /not authorized to perform:? ([\w-]+:\w+)/.exec(message)?.[1];
  return permission ? `The permission ${permission} is missing` : `AWS denied access (${message})`;
}
