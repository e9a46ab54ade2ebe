import { refuse } from '../engine/errors.ts';
import { claimSeconds, type KeyedRequest } from './idempotency-key.ts';
import type { MessageRecord } from './message.ts';
import type { Claim, MessageStore } from './message-store.ts';
import type { SendOutcome } from './send-outcome.ts';

export interface Attempt {
  /** As it is written before the send: in state SENDING. */
  record: MessageRecord;
  /** Null if the request has no Idempotency-Key. */
  keyed: KeyedRequest | null;
  /** The claim of an attempt that has stopped, which this one takes over; null if the key is free. */
  takesOver: Claim | null;
}

/**
 * Sends a message at most once: claims its Idempotency-Key, writes the record as SENDING, and only then calls `send`,
 * once. After a crash at any point, either nothing was sent and the claim can be taken over, or the record reads as
 * UNKNOWN after its lease. If two attempts hold the same claim one after the other, both write the same record: the
 * store accepts one, and only this one sends. Throws the refusals `idempotencyKeyRunning` and `idempotencyKeyReused`,
 * and faults of the store: then certainly nothing was sent.
 */
export async function sendOnce(
  attempt: Attempt,
  send: () => Promise<SendOutcome>,
  store: MessageStore,
): Promise<SendOutcome> {
  const lost = await begin(attempt, store);
  if (lost !== null) throw refuse(lost);
  return send();
}

/** Why this attempt may not send; null if it may. */
type Lost = 'idempotencyKeyRunning' | 'idempotencyKeyReused' | null;

async function begin(attempt: Attempt, store: MessageStore): Promise<Lost> {
  try {
    const lost = await claimKey(attempt, store);
    if (lost !== null) return lost;
    return (await store.beginMessage(attempt.record)) ? null : 'idempotencyKeyRunning';
  } catch (fault) {
    await giveUp(attempt, store);
    throw fault;
  }
}

/** Claims the Idempotency-Key of an attempt, if it has one. Throws faults of the store. */
export async function claimKey(
  { record, keyed, takesOver }: Attempt,
  store: MessageStore,
): Promise<Lost> {
  if (keyed === null) return null;
  const { accountId, messageId, owner, leaseUntilMs, createdAt } = record;
  const { keyHash, bodyHash } = keyed;
  const nowSeconds = Math.floor(Date.parse(createdAt) / 1000);
  const expiresAt = nowSeconds + claimSeconds;
  const claim = { messageId, bodyHash, owner, leaseUntilMs, expiresAt };
  const holder =
    takesOver === null
      ? await store.writeClaim(accountId, keyHash, claim, nowSeconds)
      : await store.takeOverClaim(accountId, keyHash, claim, takesOver);
  if (holder?.owner === owner) return null;
  const isOther = holder !== null && holder.bodyHash !== bodyHash;
  return isOther ? 'idempotencyKeyReused' : 'idempotencyKeyRunning';
}

/**
 * Ends an attempt that sent nothing. It records FAILED, also without a record: a write that is still on its way would
 * leave a message in state SENDING. It frees its own Idempotency-Key, but not one that it took over: the attempt before
 * may only be slow, and may still send. If the store does not answer, claim and record end with their leases.
 */
async function giveUp({ record, keyed, takesOver }: Attempt, store: MessageStore): Promise<void> {
  const failed = store.writeFailure({
    ...record,
    state: 'FAILED',
    settledAt: record.createdAt,
    error: 'The message could not be recorded, so nothing was sent',
  });
  const isOwn = keyed !== null && takesOver === null;
  const freed = isOwn && store.freeClaim(record.accountId, keyed.keyHash, record.owner);
  await Promise.allSettled([failed, freed]);
}
