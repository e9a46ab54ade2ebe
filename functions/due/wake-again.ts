import type { Later } from '../../shared/later.ts';
import type { MessageRecord } from '../../shared/message/message.ts';
import { leaseMs } from '../../shared/message/message-states.ts';
import type { MessagePlace } from '../../shared/message/message-store.ts';

export interface WakeAgainPorts {
  later: Later;
  /** Milliseconds since 1970. */
  epochMs: () => number;
  /** How far ahead of `epochMs` the clock is that says when a message is due. Default: 0. */
  fastForwardMs?: number | undefined;
  /** A new token that identifies an attempt. */
  newOwner: () => string;
}

/** The clock by which messages are due, and wake-ups are asked for. Milliseconds since 1970. */
export const dueClockMs = ({
  epochMs,
  fastForwardMs = 0,
}: Pick<WakeAgainPorts, 'epochMs' | 'fastForwardMs'>) => epochMs() + fastForwardMs;

/** Asks for another wake-up, so long from now. Its name is new, because the one that is used up may still exist. */
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
 * Another wake-up, or a cancel, came first. If the queue gave one message twice, handling this delivery also deletes the
 * other one, and then nothing is left if the other's function stops. So this one asks for another wake-up after the
 * other's lease.
 */
export function lookAgain(record: MessageRecord, ports: WakeAgainPorts): Promise<'again'> {
  return wakeAgain(record, leaseMs, ports);
}
