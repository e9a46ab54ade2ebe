/**
 * How a send ended. `refused`: certainly nothing was sent. `isForbidden`: AWS's policies or credentials refused it, and
 * the error names the AWS account, roles and resources. `isTemporary`: SES could not be reached, its rate is exceeded,
 * or the account `isPaused`. `unknown`: the answer was lost, and the mail may have been sent; it is never tried again.
 */
export type SendOutcome =
  | { outcome: 'sent'; messageId: string }
  | {
      outcome: 'refused';
      error: string;
      isForbidden?: true;
      isTemporary?: true;
      isPaused?: true;
    }
  | { outcome: 'unknown'; error: string };

/** The error of a send whose answer was lost. */
export const answerLost = 'The answer of SES was lost: the message may have been sent';

/** The caller's error in place of a message of SES that names the operator's AWS account, roles or resources. */
export const sendForbidden =
  'AWS does not let this deployment send this mail: the record of the message tells its operator why';

/** The caller's error in place of SES's message about a paused tenant. */
export const sendingPaused = 'Sending is paused for this account';

/** The outcome as the caller may read it; the record keeps SES's own message. */
export function outcomeForCaller(outcome: SendOutcome): SendOutcome {
  if (outcome.outcome === 'refused' && outcome.isPaused) {
    return { outcome: 'refused', error: sendingPaused };
  }
  return outcome.outcome === 'refused' && outcome.isForbidden
    ? { outcome: 'refused', error: sendForbidden }
    : outcome;
}

/** Whether SES has refused a mail because its tenant is paused, by SES's message. */
export const isTenantPaused = (error: string) => /paused.*tenant/i.test(error);

/** A refusal's error for the caller: what sounds like AWS's policies, credentials or account is replaced. */
export function recordedErrorForCaller(error: string): string {
  if (isTenantPaused(error)) return sendingPaused;
  const isAboutAws = /\barn:|\b\d{12}\b|not authorized|access denied|security token|signature/i;
  return isAboutAws.test(error) ? sendForbidden : error;
}

/** SES's message about a forbidden send, for the log, without addresses; undefined for other outcomes. */
export function causesForLog(outcome: SendOutcome): string[] | undefined {
  if (outcome.outcome !== 'refused' || !outcome.isForbidden) return undefined;
  return [outcome.error.replaceAll(/[^\s`'"<>/:,]+@[^\s`'"<>/:,]+/g, '(an address)')];
}
