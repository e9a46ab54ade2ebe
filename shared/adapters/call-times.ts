import { deadlineOf, type Phase } from '../deadline.ts';
import { patience } from '../patience.ts';

/** How long a call to AWS may take, and how often it is tried. */
export interface CallTimes {
  attempts: number;
  connectMs: number;
  /** The limit from the request to the head of the answer, and for each pause between its bytes. */
  answerMs: number;
  /** The longest silence in both directions. Default: `answerMs`. From 6,000 on the SDK adds 3 s. */
  silenceMs?: number;
}

/** Inside a caller's request: two tries, about 3 s in all, so that the function still has time to answer. */
export const withinRequest: CallTimes = {
  attempts: 2,
  connectMs: 500 * patience,
  answerMs: 1000 * patience,
};

/** The limit of all tries of such a call together, because an answer that arrives byte by byte never times out. */
export const withinRequestMs = 3000 * patience;

/** At an operator's terminal: 380 KB may take long on a slow line, and a throttled call succeeds later. */
export const atTerminal: CallTimes = {
  attempts: 3,
  connectMs: 5000,
  answerMs: 20_000,
  silenceMs: 5000,
};

/** For calls that AWS is slow to answer, such as a search through logs. */
export const slowAtTerminal: CallTimes = { ...atTerminal, silenceMs: 20_000 };

/** While a stack is deployed or removed: every answer is small, and a silent service ends a call after about 17 s. */
export const atDeployment: CallTimes = { attempts: 3, connectMs: 3000, answerMs: 5000 };

/** Before a deployment: all calls together must take less than the 8 s of `runChecks`. */
export const beforeDeployment: CallTimes = { attempts: 2, connectMs: 2000, answerMs: 3000 };

/**
 * The SDK configuration that bounds calls. `throwOnRequestTimeout`: without it a time-out is only logged.
 * `socketTimeout` bounds an answer that stalls. Only a `Deadline` bounds an answer that arrives byte by byte.
 */
export function callTimes({ attempts, connectMs, answerMs, silenceMs = answerMs }: CallTimes) {
  return {
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMs,
    },
  };
}

interface SdkClient {
  // biome-ignore lint/suspicious/noExplicitAny: the SDK overloads it once for each command.
  send: (command: any, options?: { abortSignal: AbortSignal }) => Promise<any>;
}

/** The client with limited calls: each ends at the deadline of the request's phase, and after `atMostMs`. */
export function clientInTime<C extends SdkClient>(
  client: C,
  phase?: Phase,
  atMostMs = withinRequestMs,
): C {
  const send = (command: unknown) =>
    deadlineOf(phase).within((abortSignal) => client.send(command, { abortSignal }), atMostMs);
  return Object.create(client, { send: { value: send } });
}
