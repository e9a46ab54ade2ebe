/**
 * How a send ended. `refused`: certainly nothing was sent, and the error is SES's own message.
 * `unknown`: the answer was lost, and the message may have been sent; it is never tried again.
 */
export type SendOutcome =
  | { outcome: 'sent'; messageId: string }
  | { outcome: 'refused'; error: string }
  | { outcome: 'unknown'; error: string };

/** The error of a send whose answer was lost. */
export const answerLost = 'The answer of SES was lost: the message may have been sent';
