import type { Deadline } from '../deadline.ts';

/** The deadlines for the parts of a request that sends a mail. */
export interface SendDeadlines {
  /** Everything before SES is called: past it nothing is sent. */
  begin: Deadline;
  /** The call of SES, with its tries: past it the mail may have been sent. */
  send: Deadline;
  /** Writing how it ended. */
  settle: Deadline;
}

/** The part of a request's time that is reserved for writing how the send ended: 1.5 s of 15. */
const settleShare = 1 / 10;

/** The part that SES gets at least, however slow the tables and the DNS were: 2.4 s of 15. */
const sendShare = 1 / 6;

/**
 * Divides the time of a request, from its beginning. Each part also gets the time that the part
 * before did not use: SES gets nearly all of it if the tables answer at once.
 */
export function sendDeadlines(settle: Deadline): SendDeadlines {
  const wholeMs = settle.leftMs();
  const send = settle.sooner(wholeMs * settleShare);
  return { begin: send.sooner(wholeMs * sendShare), send, settle };
}
