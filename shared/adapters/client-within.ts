import type { Deadline } from '../deadline.ts';
import { withinRequestMs } from './call-times.ts';

/** The one method of an SDK's client that every call goes through. */
interface SdkClient {
  // biome-ignore lint/suspicious/noExplicitAny: the SDK overloads it once for each command.
  send: (command: any, options?: { abortSignal: AbortSignal }) => Promise<any>;
}

/** The same client of AWS: a call of it ends with the deadline, and after `atMostMs` (default: 3 s). */
export function clientWithin<C extends SdkClient>(
  client: C,
  deadline: Deadline,
  atMostMs = withinRequestMs,
): C {
  const send = (command: unknown) =>
    deadline.within((abortSignal) => client.send(command, { abortSignal }), atMostMs);
  return Object.create(client, { send: { value: send } });
}
