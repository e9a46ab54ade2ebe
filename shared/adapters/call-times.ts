/** How long a call to AWS may take, and how often it is tried. */
export interface CallTimes {
  /** Tries in all, the first one included. */
  attempts: number;
  connectMs: number;
  /** From the request to the head of the answer, and again at most this long between its bytes. */
  answerMs: number;
}

/**
 * Inside a request of a caller: two tries, and with the SDK's longest pause after a throttle (1 s)
 * about 3 s in all, so that the function still has time to say what went wrong.
 */
export const withinRequest: CallTimes = { attempts: 2, connectMs: 500, answerMs: 1000 };

/** At an operator's terminal: a slow line may take its time over 380 KB, and throttles pass. */
export const atTerminal: CallTimes = { attempts: 4, connectMs: 5000, answerMs: 20_000 };

/**
 * The part of an SDK client's configuration that bounds its calls. Without it a client waits for
 * ever on a peer that hangs: `requestTimeout` alone only logs a warning, so it is told to throw, and
 * `socketTimeout` bounds an answer that stalls after its head.
 */
export function callTimes({ attempts, connectMs, answerMs }: CallTimes) {
  return {
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: answerMs,
    },
  };
}
