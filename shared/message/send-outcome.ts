/**
 * How a send ended. `refused`: certainly nothing was sent. `isForbidden`: AWS's policies or credentials refused it, and
 * the error names the AWS account, roles and resources. `isTemporary`: SES could not be reached, or its rate is
 * exceeded. `unknown`: the answer was lost, and the mail may have been sent; it is never tried again.
 */
export type SendOutcome =
  | { outcome: 'sent'; messageId: string }
  | { outcome: 'refused'; error: string; isForbidden?: true; isTemporary?: true }
  | { outcome: 'unknown'; error: string };

/** The error of a send whose answer was lost. */
export const answerLost = 'The answer of SES was lost: the message may have been sent';

/** The caller's error in place of a message of SES that names the operator's AWS account, roles or resources. */
export const sendForbidden =
  'AWS does not let this deployment send this mail: the record of the message tells its operator why';

/** The outcome as the caller may read it; the record keeps SES's own message. */
export function outcomeForCaller(outcome: SendOutcome): SendOutcome {
  return outcome.outcome === 'refused' && outcome.isForbidden
    ? { outcome: 'refused', error: sendForbidden }
    : outcome;
}

/**
 * The error of a recorded refusal for the caller: a sentence that sounds like AWS's policies or credentials, or has an
 * ARN or the number of an AWS account, is replaced.
 */
export function recordedErrorForCaller(error: string): string {
  const isAboutAws = /\barn:|\b\d{12}\b|not authorized|access denied|security token|signature/i;
  return isAboutAws.test(error) ? sendForbidden : error;
}

/** SES's message about a forbidden send, for the log, without addresses; undefined for other outcomes. */
export function causesForLog(outcome: SendOutcome): string[] | undefined {
  if (outcome.outcome !== 'refused' || !outcome.isForbidden) return undefined;
  return [outcome.error.replaceAll(/[^\s`'"<>/:,]+@[^\s`'"<>/:,]+/g, '(an address)')];
}
