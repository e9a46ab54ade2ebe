import type { PendingRequest } from '../../shared/adapters/tables/pending-table.ts';
import type { FlowRun } from '../../shared/engine/flow/run-flow.ts';
import type { Later } from '../../shared/later.ts';
import type { MessageRecord } from '../../shared/message/message.ts';
import { isLeased, leaseMs } from '../../shared/message/message-states.ts';
import type { MessagePlace, MessageStore, Settlement } from '../../shared/message/message-store.ts';
import { answerLost } from '../../shared/message/send-outcome.ts';
import type { Announcer } from '../../shared/webhook/announce.ts';
import { hasEnded } from '../../shared/webhook/webhook-event.ts';

export interface EndPorts {
  later: Later;
  epochMs: () => number;
  /** How far the clock that decides whether a message is due is ahead of `epochMs`. Default: 0. */
  fastForwardMs?: number | undefined;
  newOwner: () => string;
  store: Pick<MessageStore, 'beginScheduled' | 'settleMessage'>;
  readPending: (message: MessagePlace) => Promise<PendingRequest | null>;
  removePending: (message: MessagePlace) => Promise<void>;
  announcer?: Announcer | undefined;
}

/** How a wake-up ended. `ignored`: there was nothing left to do. `again`: another wake-up was requested. */
export type Woken = 'sent' | 'failed' | 'unknown' | 'ignored' | 'again';

/** Finishes an ended message. The pending request goes last: until then, the end may not have been announced. */
export async function clearAway(record: MessageRecord, ports: EndPorts): Promise<Woken> {
  if (hasEnded(record.state) && (await ports.readPending(record)) !== null) {
    await ports.announcer?.end(record, record.state);
  }
  await ports.removePending(record);
  return 'ignored';
}

/** Ends an attempt that another wake-up began. After its lease the mail may have been sent: it is never sent again. */
export async function closeAttempt(record: MessageRecord, ports: EndPorts): Promise<Woken> {
  const nowMs = ports.epochMs();
  if (isLeased(record, nowMs)) return wakeAgain(record, record.leaseUntilMs - nowMs, ports);
  return settle('unknown', record, { error: answerLost, trace: null }, ports);
}

export async function failScheduled(
  attempt: MessageRecord,
  end: { error: string; trace: FlowRun['trace'] },
  ports: EndPorts,
): Promise<Woken> {
  const leaseUntilMs = ports.epochMs() + leaseMs;
  const begun = await ports.store.beginScheduled(attempt, attempt.owner, leaseUntilMs);
  if (begun === null) return lookAgain(attempt, ports);
  return settle('failed', attempt, end, ports);
}

async function settle(
  woken: 'failed' | 'unknown',
  message: MessageRecord,
  end: Pick<Settlement, 'error' | 'trace'>,
  ports: EndPorts,
): Promise<Woken> {
  const settledAt = new Date(ports.epochMs()).toISOString();
  const none = { sesMessageId: null, answer: null };
  await ports.store.settleMessage(message, { state: ends[woken], settledAt, ...none, ...end });
  return finish(woken, message, ports);
}

/** Announces how a message has ended, and removes its pending request. */
export async function finish(
  woken: keyof typeof ends,
  message: MessagePlace,
  { removePending, announcer }: EndPorts,
): Promise<Woken> {
  await announcer?.end(message, ends[woken]);
  await removePending(message);
  return woken;
}

const ends = { sent: 'SENT', failed: 'FAILED', unknown: 'UNKNOWN' } as const;

/** The clock for due times and wake-ups, in milliseconds since 1970. */
export const dueClockMs = ({
  epochMs,
  fastForwardMs = 0,
}: Pick<EndPorts, 'epochMs' | 'fastForwardMs'>) => epochMs() + fastForwardMs;

/** Requests another wake-up after a pause. It has a new name, because the schedule just used may still exist. */
export async function wakeAgain(
  { accountId, messageId }: MessagePlace,
  waitMs: number,
  ports: EndPorts,
): Promise<'again'> {
  const nowMs = dueClockMs(ports);
  const name = `${messageId}-${nowMs}-${ports.newOwner().slice(0, 8)}`;
  await ports.later('due', { accountId, messageId }, nowMs + waitMs, name);
  return 'again';
}

/** Requests a wake-up after the lease of the function that was first: if that stops, nothing else wakes the message. */
export function lookAgain(record: MessageRecord, ports: EndPorts): Promise<'again'> {
  return wakeAgain(record, leaseMs, ports);
}
