import { StandardRetryStrategy } from '@smithy/core/retry';
import { deadlineOf, type Phase } from '../deadline.ts';

/** How long a call to AWS may take, and how often it is tried. */
export interface CallTimes {
  /** Tries in all, the first one included. */
  attempts: number;
  connectMs: number;
  /** The limit from the request to the head of the answer, and for each pause between its bytes. */
  answerMs: number;
  /**
   * How long the connection may be silent in both directions; keep it under 6,000, because from there
   * on the SDK adds 3 s. Default: `answerMs`.
   */
  silenceMs?: number;
  /** How many tries may end without an answer. Default: all of them. */
  silentAttempts?: number;
}

/**
 * Inside a request of a caller: two tries, about 3 s in all with the SDK's longest pause after a throttle
 * (1 s), so that the function still has time to answer with the error.
 */
export const withinRequest: CallTimes = { attempts: 2, connectMs: 500, answerMs: 1000 };

/**
 * The limit of all tries of such a call together, in milliseconds: an answer that arrives byte by byte
 * would otherwise never time out.
 */
export const withinRequestMs = 3000;

/**
 * At an operator's terminal: 380 KB may take long on a slow line, and a throttled call succeeds
 * later. The client gives up on a silent peer after two tries, about 10 s.
 */
export const atTerminal: CallTimes = {
  attempts: 4,
  connectMs: 5000,
  answerMs: 20_000,
  silenceMs: 5000,
  silentAttempts: 2,
};

/** For calls that AWS is slow to answer, such as a search through logs. */
export const slowAtTerminal: CallTimes = { ...atTerminal, silenceMs: 20_000 };

/**
 * While a stack is deployed or removed: every answer is small, so the client gives up on a silent
 * service after about 17 s, and the CLI tells the operator what it has begun.
 */
export const atDeployment: CallTimes = { attempts: 3, connectMs: 3000, answerMs: 5000 };

/** Before a deployment: all calls together must take less than the 8 s of `runChecks`. */
export const beforeDeployment: CallTimes = { attempts: 2, connectMs: 2000, answerMs: 3000 };

/**
 * The part of an SDK client's configuration that bounds its calls. Without it a client waits forever
 * for a peer that hangs: `requestTimeout` alone only logs a warning, so `throwOnRequestTimeout` makes
 * an error of it, and `socketTimeout` bounds an answer that stalls after its head. None of them
 * bounds an answer that arrives byte by byte: a `Deadline` does.
 */
export function callTimes({ attempts, connectMs, answerMs, ...silence }: CallTimes) {
  const { silenceMs = answerMs, silentAttempts } = silence;
  return {
    maxAttempts: attempts,
    ...(silentAttempts && { retryStrategy: new SilenceStrategy({ attempts, silentAttempts }) }),
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMs,
    },
  };
}

type Refresh = StandardRetryStrategy['refreshRetryTokenForRetry'];

/**
 * Retries like the SDK, but gives up on a peer that has left `silentAttempts` tries unanswered:
 * waiting helps against a throttle, not against a silent peer.
 */
class SilenceStrategy extends StandardRetryStrategy {
  readonly #silentAttempts: number;

  constructor({ attempts, silentAttempts }: { attempts: number; silentAttempts: number }) {
    super(attempts);
    this.#silentAttempts = silentAttempts;
  }

  override async refreshRetryTokenForRetry(
    ...[token, info]: Parameters<Refresh>
  ): ReturnType<Refresh> {
    const isSilence = info.error instanceof Error && info.error.name === 'TimeoutError';
    if (isSilence && token.getRetryCount() + 1 >= this.#silentAttempts) {
      throw new Error('The peer stays silent');
    }
    return super.refreshRetryTokenForRetry(token, info);
  }
}

/** The one method of an SDK's client that every call goes through. */
interface SdkClient {
  // biome-ignore lint/suspicious/noExplicitAny: the SDK overloads it once for each command.
  send: (command: any, options?: { abortSignal: AbortSignal }) => Promise<any>;
}

/**
 * Returns the client with limited calls: each ends at the deadline of a phase of the request that makes it, and at the
 * latest after `atMostMs` (default: 3 s).
 */
export function clientInTime<C extends SdkClient>(
  client: C,
  phase?: Phase,
  atMostMs = withinRequestMs,
): C {
  const send = (command: unknown) =>
    deadlineOf(phase).within((abortSignal) => client.send(command, { abortSignal }), atMostMs);
  return Object.create(client, { send: { value: send } });
}
