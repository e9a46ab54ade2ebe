import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../harness/random.ts';
import type { Send } from './judge.ts';
import { isEnd, isOver, type SoakReply } from './replies.ts';

/** One request of a send: the first, or a repeat. */
export interface Attempt {
  /** Counts from 0; the second and third of simultaneous requests have fractions. */
  number: number;
  /** Whether the run makes no more faults and crashes for this send. */
  calm: boolean;
}

/** How a caller's requests reach the service. */
export interface CallerLine {
  request: (send: Send, attempt: Attempt) => Promise<SoakReply>;
  /** Waits until the lease of every earlier request is over. */
  untilLeaseIsOver: (send: Send) => Promise<void>;
  /** Waits before a request that meets no faults; these are counted from 0. Default: it does not wait. */
  patience?: (number: number) => Promise<void>;
}

/** Requests of one send that may meet faults; the later ones meet none. */
const faultyRequests = 5;

/**
 * Requests after the last fault. The first may find that an earlier request is still running, and the second ends the
 * send; the others come after longer and longer pauses, because the machine may be busy.
 */
const calmRequests = 20;

const odds = { impatient: 0.1, thriceAtOnce: 0.5, repeatsAtOnce: 0.5, repeatsAnEnd: 0.3 };

/** Added to the attempt's number for each simultaneous request, so that each meets different faults. */
const atOnce = [0, 0.5, 0.75];

/**
 * Sends as a careful caller does: repeats the request with the same Idempotency-Key until a reply ends
 * the send. An impatient caller sends it two or three times at once; a forgetful caller repeats a send that has ended.
 */
export async function sendUntilEnd(send: Send, line: CallerLine, random: Random): Promise<void> {
  for (let number = 0; number < faultyRequests + calmRequests; number++) {
    const calm = number >= faultyRequests;
    if (calm) await line.patience?.(number - faultyRequests);
    const isImpatient = send.key !== null && !calm && random() < odds.impatient;
    const count = isImpatient ? (random() < odds.thriceAtOnce ? 3 : 2) : 1;
    const requests = atOnce
      .slice(0, count)
      .map((after) => line.request(send, { number: number + after, calm }));
    const replies = mostCertainLast(await Promise.all(requests));
    send.replies.push(...replies);
    if (send.key === null) return;
    if (isOver(replies.at(-1)) && (calm || random() > odds.repeatsAnEnd)) return;
    const isCalmNext = number + 1 >= faultyRequests;
    if (isCalmNext || random() > odds.repeatsAtOnce) await line.untilLeaseIsOver(send);
  }
}

/**
 * Sorts the replies to simultaneous requests: first refusals, then replies that leave the send open, then
 * the reply that ended it. A refusal says only that its own request sent nothing: another request, whose result is not
 * known yet, may have sent the mail.
 */
function mostCertainLast(replies: SoakReply[]): SoakReply[] {
  const weight = (each: SoakReply) => (isEnd(each) ? 2 : Number(each.kind !== 'refused'));
  return replies.sort((one, other) => weight(one) - weight(other));
}

/** The longest pause, in milliseconds. */
const longestMs = 10_000;

/**
 * Pauses before a try that meets no faults; `number` counts these tries from 0. The first comes at once. The pauses grow,
 * so that a busy machine gets the time that the limits of a function's calls need.
 */
export async function patience(number: number): Promise<void> {
  if (number > 0) await pause(Math.min(250 * 2 ** number, longestMs));
}
