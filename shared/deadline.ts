import { AsyncLocalStorage } from 'node:async_hooks';

/** Thrown when the time of a request was over before a call had ended. */
export class OutOfTime extends Error {
  constructor() {
    super('The time of the request was over before the call had ended');
    this.name = 'OutOfTime';
  }
}

/** A point in time at which work must have ended. Setting the machine's clock does not move it. */
export class Deadline {
  private readonly endsAtMs: number;

  private constructor(endsAtMs: number) {
    this.endsAtMs = endsAtMs;
  }

  /** The deadline in so many milliseconds from now. */
  static in(ms: number): Deadline {
    return new Deadline(performance.now() + ms);
  }

  /** The deadline that is so many milliseconds before this one. */
  sooner(ms: number): Deadline {
    return new Deadline(this.endsAtMs - ms);
  }

  /** How many milliseconds are left; 0 after the deadline. */
  leftMs(): number {
    return Math.max(0, this.endsAtMs - performance.now());
  }

  /**
   * Makes a call that ends at the deadline at the latest, or after `atMostMs` milliseconds, whether or not it reacts to
   * the signal: a socket's time-out restarts with each byte. Throws `OutOfTime`, without making the call if no time is
   * left.
   */
  async within<T>(
    call: (abortSignal: AbortSignal) => Promise<T>,
    atMostMs = Number.POSITIVE_INFINITY,
  ): Promise<T> {
    const ms = Math.min(this.leftMs(), atMostMs);
    if (ms <= 0) throw new OutOfTime();
    if (ms === Number.POSITIVE_INFINITY) return call(new AbortController().signal);
    const end = new AbortController();
    const { promise: over, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const late = new OutOfTime();
      end.abort(late);
      reject(late);
    }, ms);
    try {
      return await Promise.race([call(end.signal), over]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The share of its time that a function reserves for writing its answer and its log line. */
const answerShare = 1 / 30;

/** The part of Lambda's context that a deadline is made from. */
export type FunctionTime = Pick<import('aws-lambda').Context, 'getRemainingTimeInMillis'>;

/** The deadline of a request: the function's time-out, less a thirtieth (half a second of 15) to send the answer. */
export function requestDeadline(time: FunctionTime): Deadline {
  return Deadline.in(time.getRemainingTimeInMillis() * (1 - answerShare));
}

/**
 * The phases of a request that sends a mail: before SES is called (`begin`), the call of SES with its tries (`send`),
 * and writing how the send ended (`settle`). For all other requests each phase has the whole time.
 */
export type Phase = 'begin' | 'send' | 'settle';

const ofRequest = new AsyncLocalStorage<Readonly<Record<Phase, Deadline>>>();

const endless = Deadline.in(Number.POSITIVE_INFINITY);

/** The deadline for a phase of the request that runs. Outside of `runRequest` it never comes. */
export function deadlineOf(phase: Phase = 'settle'): Deadline {
  return ofRequest.getStore()?.[phase] ?? endless;
}

/** Does the work of one request. Every call that an adapter makes in it ends at the deadline of its phase. */
export function runRequest<T>(deadline: Deadline, work: () => T): T {
  return ofRequest.run({ begin: deadline, send: deadline, settle: deadline }, work);
}

/** The share of a request's time that is reserved for writing how the send ended: 1.5 s of 15. */
const settleShare = 1 / 10;

/** The minimum share for SES, however slow the tables and the DNS were: 2.4 s of 15. */
const sendShare = 1 / 6;

/**
 * Does work that sends a mail, and divides the time that the request has left. Each phase also gets the time that the
 * one before did not use.
 */
export function runSend<T>(work: () => T): T {
  const settle = deadlineOf();
  const wholeMs = settle.leftMs();
  const send = settle.sooner(wholeMs * settleShare);
  return ofRequest.run({ begin: send.sooner(wholeMs * sendShare), send, settle }, work);
}
