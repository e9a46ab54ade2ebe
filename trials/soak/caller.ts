import type { Send } from './judge.ts';
import type { Random } from './random.ts';
import { isEnding, type Told } from './told.ts';

/** One request of a send. */
export interface Attempt {
  /** 0 is the first. */
  number: number;
  /** Whether faults and crashes are over. */
  calm: boolean;
}

/** How a caller's requests reach the service. */
export interface Line {
  request: (send: Send, attempt: Attempt) => Promise<Told>;
  /** Waits until the lease of whatever ran before is over. */
  untilLeaseIsOver: (send: Send) => Promise<void>;
}

/** Requests of one send that faults may meet; from then on none do. */
const faultyRequests = 5;

/** Requests after the last fault: one may find an attempt running, one ends it; the others are for a machine that is busy. */
const calmRequests = 8;

const odds = { impatient: 0.1, thriceAtOnce: 0.5, repeatsAtOnce: 0.5, repeatsAnEnd: 0.3 };

/** The numbers of requests at once, counted from the first one's: each meets other faults. */
const atOnce = [0, 0.5, 0.75];

/**
 * Sends as a careful caller does: repeats the request with the same Idempotency-Key until it is told
 * an end. An impatient one sends it two or three times at once; a forgetful one repeats what has ended.
 */
export async function sendUntilEnd(send: Send, line: Line, random: Random): Promise<void> {
  for (let number = 0; number < faultyRequests + calmRequests; number++) {
    const calm = number >= faultyRequests;
    const isImpatient = send.key !== null && !calm && random() < odds.impatient;
    const count = isImpatient ? (random() < odds.thriceAtOnce ? 3 : 2) : 1;
    const requests = atOnce
      .slice(0, count)
      .map((after) => line.request(send, { number: number + after, calm }));
    const told = inOrder(await Promise.all(requests));
    send.told.push(...told);
    if (send.key === null) return;
    const last = told.at(-1);
    if (isOver(last) && (calm || random() > odds.repeatsAnEnd)) return;
    const isCalmNext = number + 1 >= faultyRequests;
    if (isCalmNext || random() > odds.repeatsAtOnce) await line.untilLeaseIsOver(send);
  }
}

/**
 * Of several answers at once, the one that says more of the send counts as the last: an end, else what
 * leaves it open. A refusal speaks of its own request alone: another one, of which nothing is known
 * yet, may have sent.
 */
function inOrder(told: Told[]): Told[] {
  const weight = (each: Told) => (isEnding(each) ? 2 : Number(each.kind !== 'refused'));
  return told.sort((one, other) => weight(one) - weight(other));
}

/** Whether a caller has nothing left to ask. */
function isOver(told: Told | undefined): boolean {
  return told !== undefined && (isEnding(told) || told.kind === 'refused');
}
