import { recordMissingEnd, type WriteAnswer } from './earlier-attempt.ts';
import type { MessageStore, Settlement } from './message-store.ts';
import type { Attempt } from './send-once.ts';
import type { SendOutcome } from './send-outcome.ts';

export interface Ended {
  outcome: SendOutcome;
  answer: string;
  trace: readonly unknown[];
  nowMs: number;
}

export interface Settled {
  answer: string;
  /** The error, if the result could not be recorded; the answer is the same. */
  fault?: unknown;
}

/**
 * Records how a send ended. If certainly nothing was sent, it frees the Idempotency-Key. A fault of the store is
 * returned: SES's answer is true even if it is not recorded, and its reports settle the record.
 */
export async function settleSend(
  attempt: Attempt,
  ended: Ended,
  ports: { write: WriteAnswer; store: MessageStore },
): Promise<Settled> {
  try {
    const { outcome } = ended;
    if (outcome.outcome === 'refused') return await settleRefused(attempt, ended, ports.store);
    const settled = await ports.store.settleMessage(attempt.record, settlementOf(ended));
    if (settled?.answer) return { answer: settled.answer };
    return await settleKnown(attempt, ended, ports);
  } catch (fault) {
    return { answer: ended.answer, fault };
  }
}

async function settleRefused(
  { record, keyed }: Attempt,
  ended: Ended,
  store: MessageStore,
): Promise<Settled> {
  const { answer } = ended;
  const settled = store.settleMessage(record, settlementOf(ended));
  const freed = keyed && store.freeClaim(record.accountId, keyed.keyHash, record.owner);
  const failure = (await Promise.allSettled([settled, freed])).find(
    ({ status }) => status === 'rejected',
  );
  return failure?.status === 'rejected' ? { answer, fault: failure.reason } : { answer };
}

/** A report of SES, or a repeat after the lease, changed the record first: the answer depends on it. */
async function settleKnown(
  { record }: Attempt,
  { answer, nowMs }: Ended,
  ports: { write: WriteAnswer; store: MessageStore },
): Promise<Settled> {
  const there = await ports.store.readMessage(record.accountId, record.messageId);
  if (there === null) return { answer };
  return { answer: await recordMissingEnd(there, nowMs, ports) };
}

function settlementOf({ outcome, answer, trace, nowMs }: Ended): Settlement {
  const settledAt = new Date(nowMs).toISOString();
  if (outcome.outcome === 'sent') {
    const { messageId: sesMessageId } = outcome;
    return { state: 'SENT', settledAt, sesMessageId, error: null, answer, trace };
  }
  const { error } = outcome;
  const isRefused = outcome.outcome === 'refused';
  return {
    state: isRefused ? 'FAILED' : 'UNKNOWN',
    settledAt,
    sesMessageId: null,
    error,
    answer: isRefused ? null : answer,
    trace,
  };
}
