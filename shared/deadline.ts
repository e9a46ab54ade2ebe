/** A call was given up because the time of its request was over. */
export class OutOfTime extends Error {
  constructor() {
    super('The time of the request was over before the call had ended');
    this.name = 'OutOfTime';
  }
}

/** Until when something has to have ended. A step of the machine's clock does not move it. */
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

  /** How many milliseconds are left; 0 where it has passed. */
  leftMs(): number {
    return Math.max(0, this.endsAtMs - performance.now());
  }

  /**
   * Makes a call that ends with the deadline, and after `atMostMs` milliseconds (default: no such
   * limit). The signal is then aborted, and the result rejects whether the call obeys or not: a
   * socket's own time-outs begin anew with each byte, so they do not bound an answer that drips.
   *
   * Throws `OutOfTime`, without a call where no time is left.
   */
  async within<T>(
    call: (abortSignal: AbortSignal) => Promise<T>,
    atMostMs = Number.POSITIVE_INFINITY,
  ): Promise<T> {
    const ms = Math.min(this.leftMs(), atMostMs);
    if (ms <= 0) throw new OutOfTime();
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

/** What a function keeps of its time to write its answer and its log line. */
const answerShare = 1 / 30;

/** The part of Lambda's context that a deadline is made from. */
export type FunctionTime = Pick<import('aws-lambda').Context, 'getRemainingTimeInMillis'>;

/**
 * Until when a request has to know its answer: the function's own time, as `lib/` sets it, without
 * half a second of 15 to give the answer. Made once for a request, and passed to every call.
 */
export function requestDeadline(time: FunctionTime): Deadline {
  return Deadline.in(time.getRemainingTimeInMillis() * (1 - answerShare));
}
