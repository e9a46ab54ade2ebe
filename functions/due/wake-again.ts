import type { Later } from '../../shared/later.ts';
import type { MessageRecord } from '../../shared/message/message.ts';
import { leaseMs } from '../../shared/message/message-states.ts';
import type { MessagePlace } from '../../shared/message/message-store.ts';

export interface WakeAgainPorts {
  later: Later;
  epochMs: () => number;
  /** How far the clock that decides whether a message is due is ahead of `epochMs`. Default: 0. */
  fastForwardMs?: number | undefined;
  newOwner: () => string;
}

/** The clock for due times and wake-ups, in milliseconds since 1970. */
export const dueClockMs = ({
  epochMs,
  fastForwardMs = 0,
}: Pick<WakeAgainPorts, 'epochMs' | 'fastForwardMs'>) => epochMs() + fastForwardMs;

/** Requests another wake-up after a pause. It has a new name, because the schedule just used may still exist. */
export async function wakeAgain(
  { accountId, messageId }: MessagePlace,
  waitMs: number,
  ports: WakeAgainPorts,
): Promise<'again'> {
  const nowMs = dueClockMs(ports);
  const name = `${messageId}-${nowMs}-${ports.newOwner().slice(0, 8)}`;
  await ports.later('due', { accountId, messageId }, nowMs + waitMs, name);
  return 'again';
}

/**
 * Requests a wake-up after the lease of the function that was first. If that function stops, and the queue had
 * delivered one wake-up twice, nothing else wakes the message.
 */
export function lookAgain(record: MessageRecord, ports: WakeAgainPorts): Promise<'again'> {
  return wakeAgain(record, leaseMs, ports);
}
