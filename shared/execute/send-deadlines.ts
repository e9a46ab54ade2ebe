import type { Deadline } from '../deadline.ts';

/** Until when the parts of a request that sends have to have ended. */
export interface SendDeadlines {
  /** Everything before SES is called: past it nothing is sent. */
  begin: Deadline;
  /** The call of SES, with its tries: past it the mail may have been sent. */
  send: Deadline;
  /** Writing how it ended. */
  settle: Deadline;
}

/** What is kept of a request's time for writing how the send ended: 1.5 s of 15. */
const settleShare = 1 / 10;

/** What SES has at least, however slow the tables and the DNS were: 2.4 s of 15. */
const sendShare = 1 / 6;

/**
 * Divides the time of a request, from its beginning. What a part leaves over the next one has: SES
 * has nearly all of it where the tables answer at once.
 */
export function sendDeadlines(settle: Deadline): SendDeadlines {
  const wholeMs = settle.leftMs();
  const send = settle.sooner(wholeMs * settleShare);
  return { begin: send.sooner(wholeMs * sendShare), send, settle };
}
