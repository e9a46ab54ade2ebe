import type { PendingRequest } from '../../shared/adapters/tables/pending-table.ts';
import type { FlowRun } from '../../shared/engine/flow/run-flow.ts';
import type { MessageRecord } from '../../shared/message/message.ts';
import { isLeased, leaseMs } from '../../shared/message/message-states.ts';
import type { MessagePlace, MessageStore } from '../../shared/message/message-store.ts';
import { answerLost } from '../../shared/message/send-outcome.ts';
import type { Announcer } from '../../shared/webhook/announce.ts';
import { hasEnded } from '../../shared/webhook/webhook-event.ts';
import { lookAgain, type WakeAgainPorts, wakeAgain } from './wake-again.ts';

export interface EndPorts extends WakeAgainPorts {
  store: Pick<MessageStore, 'beginScheduled' | 'settleMessage'>;
  readPending: (message: MessagePlace) => Promise<PendingRequest | null>;
  removePending: (message: MessagePlace) => Promise<void>;
  announcer?: Announcer | undefined;
}

/** How a wake-up ended. `ignored`: there was nothing left to do. `again`: another wake-up was requested. */
export type Woken = 'sent' | 'failed' | 'unknown' | 'ignored' | 'again';

/**
 * Finishes a message that has ended. The pending request goes last: until then, the end may not have been announced.
 */
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
  await ports.store.settleMessage(record, {
    state: 'UNKNOWN',
    settledAt: new Date(nowMs).toISOString(),
    sesMessageId: null,
    error: answerLost,
    answer: null,
    trace: null,
  });
  return finish('unknown', record, ports);
}

/** Records that a scheduled message, now due, cannot be sent. */
export async function failScheduled(
  attempt: MessageRecord,
  { error, trace }: { error: string; trace: FlowRun['trace'] },
  ports: EndPorts,
): Promise<Woken> {
  const nowMs = ports.epochMs();
  const begun = await ports.store.beginScheduled(attempt, attempt.owner, nowMs + leaseMs);
  if (begun === null) return lookAgain(attempt, ports);
  await ports.store.settleMessage(attempt, {
    state: 'FAILED',
    settledAt: new Date(nowMs).toISOString(),
    sesMessageId: null,
    error,
    answer: null,
    trace,
  });
  return finish('failed', attempt, ports);
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
