import { refuse } from '../engine/errors.ts';
import type { MessageStore } from './message-store.ts';
import { type Attempt, claimKey } from './send-once.ts';

export interface Preparation {
  wakeUp: () => Promise<void>;
  keepRequest: () => Promise<void>;
}

/**
 * Schedules a message once: claims its Idempotency-Key, asks for its wake-up, keeps its request, and writes its record
 * last. After a crash at any point, either a wake-up finds no record and does nothing, or the message is sent when it
 * is due. If a call fails, the record is written as FAILED. The key stays claimed: the record may have been written,
 * and then a repeat gets its answer. Throws the refusals `idempotencyKeyRunning` and `idempotencyKeyReused`, and faults
 * of the calls.
 */
export async function scheduleOnce(
  attempt: Attempt,
  { wakeUp, keepRequest }: Preparation,
  store: MessageStore,
): Promise<void> {
  const { record } = attempt;
  const lost = await claimKey(attempt, store);
  if (lost !== null) throw refuse(lost);
  let isFirst: boolean;
  try {
    await wakeUp();
    await keepRequest();
    isFirst = await store.beginMessage(record);
  } catch (fault) {
    const error = 'The message could not be scheduled, so nothing was sent';
    const failed = { ...record, state: 'FAILED', answer: null, error } as const;
    await Promise.allSettled([store.writeFailure({ ...failed, settledAt: record.createdAt })]);
    throw fault;
  }
  if (!isFirst) throw refuse('idempotencyKeyRunning');
}
