/**
 * How a send ended. `refused`: certainly nothing was sent, and the error is SES's own message; `isForbidden`
 * says that AWS's policies or credentials are why, and the message then names the AWS account, roles and resources.
 * `unknown`: the answer was lost, and the message may have been sent; it is never tried again.
 */
export type SendOutcome =
  | { outcome: 'sent'; messageId: string }
  | { outcome: 'refused'; error: string; isForbidden?: true }
  | { outcome: 'unknown'; error: string };

/** The error of a send whose answer was lost. */
export const answerLost = 'The answer of SES was lost: the message may have been sent';

/** What a caller gets in the place of SES's message where that names what belongs to the operator. */
export const sendForbidden =
  'AWS does not let this deployment send this mail: the record of the message tells its operator why';

/** The outcome with what its caller may read; the record keeps SES's own message. */
export function outcomeForCaller(outcome: SendOutcome): SendOutcome {
  return outcome.outcome === 'refused' && outcome.isForbidden
    ? { outcome: 'refused', error: sendForbidden }
    : outcome;
}

/** What an operator must see in the log, without the addresses in it; undefined where there is nothing. */
export function causesForLog(outcome: SendOutcome): string[] | undefined {
  if (outcome.outcome !== 'refused' || !outcome.isForbidden) return undefined;
  return [outcome.error.replaceAll(/[^\s`'"<>/:,]+@[^\s`'"<>/:,]+/g, '(an address)')];
}
