import { z } from 'zod';
import { domainName } from './domain-settings.ts';
import { wholeNumber } from './traffic-settings.ts';

/** The domain whose mails are replies; without it, this deployment receives none. */
export const replies = z
  .strictObject({
    /** A domain without any other mail: SES receives all mail to it. */
    domain: domainName,
    /** How long S3 keeps the mails as they came, in days. Records keep the words. */
    keepMailsDays: wholeNumber(1, 30).default(7),
    /** The active receipt rule set of SES, if it is not this stack's: SES has only one. */
    ruleSet: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be the name of a receipt rule set')
      .optional(),
  })
  .optional();

/** Why a domain cannot receive replies; undefined if it can. */
export function repliesProblem(
  settings: z.infer<typeof replies>,
  senders: readonly string[],
): string | undefined {
  const taken = senders.some((sender) => sender.toLowerCase() === settings?.domain);
  return taken
    ? 'replies.domain must not be one of the senders: SES receives all mail to it'
    : undefined;
}

/** The name of a stack's receipt rule, and of its own rule set: at most 64 characters, as SES allows. */
export function ruleNameOf(stackName: string): string {
  return `${stackName.slice(0, 56)}-replies`;
}
