import type { SesRefusal } from '../allowance.ts';

/** Why SES refuses a mail's content. */
export type Problem = Pick<SesRefusal, 'type' | 'message'>;

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
export function invalid(message: string): Problem {
  return { type: 'BadRequestException', message };
}

/** A value that breaks a constraint of the API's reference, as AWS's services report it. */
export function constraint(place: string, rule: string): Problem {
  return invalid(
    `1 validation error detected: Value at '${place}' failed to satisfy constraint: Member must ${rule}`,
  );
}
