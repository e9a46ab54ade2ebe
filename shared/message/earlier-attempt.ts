import { refuse } from '../engine/errors.ts';
import type { KeyedRequest } from './idempotency-key.ts';
import type { MessageRecord } from './message.ts';
import { isLeased } from './message-states.ts';
import type { Claim, MessageStore, Settlement } from './message-store.ts';
import { answerLost, type SendOutcome } from './send-outcome.ts';

/** What an earlier request with the same Idempotency-Key means for this request. */
export type Earlier =
  /** The earlier request sent the mail, or may have sent it. Its `answer` is repeated byte for byte. */
  | { outcome: 'answered'; answer: string; messageId: string }
  /**
   * This request may use the key: nothing was sent with it. `takesOver`: the claim of an earlier attempt that stopped
   * or failed. `messageId`: the id that this request must use; null: a new one.
   */
  | { outcome: 'free'; takesOver: Claim | null; messageId: string | null };

/**
 * Finds out how the earlier attempt with the key ended, if there was one. Throws the refusals `idempotencyKeyReused`
 * (another body) and `idempotencyKeyRunning` (it may still be running).
 */
export async function earlierAttempt(
  claim: Claim | null,
  { accountId, bodyHash, nowMs }: { accountId: string; nowMs: number } & KeyedRequest,
  ports: { write: WriteAnswer; store: MessageStore },
): Promise<Earlier> {
  if (claim === null || claim.expiresAt * 1000 <= nowMs) {
    return { outcome: 'free', takesOver: null, messageId: null };
  }
  const { messageId } = claim;
  const message = await ports.store.readMessage(accountId, messageId);
  // Checked before the answer: a scheduled message that failed when it was due still has the answer `scheduled`.
  if (message?.state === 'FAILED') return { outcome: 'free', takesOver: claim, messageId: null };
  if (claim.bodyHash !== bodyHash) throw refuse('idempotencyKeyReused');
  if (message?.answer) return { outcome: 'answered', answer: message.answer, messageId };
  if (isLeased(message ?? claim, nowMs)) throw refuse('idempotencyKeyRunning');
  // The earlier attempt stopped before its record was written. Its write may still arrive, so this request uses the
  // same message id: only one of the two can write the record, and only that one sends.
  if (message === null) return { outcome: 'free', takesOver: claim, messageId };
  return { outcome: 'answered', answer: await recordMissingEnd(message, nowMs, ports), messageId };
}

/** How an attempt ended that has not recorded its own end. */
type FoundEnd = Extract<SendOutcome, { outcome: 'sent' | 'unknown' }>;

/** Makes the answer from how an attempt ended; `record` has the steps that the flow ran. */
export type WriteAnswer = (end: FoundEnd, record: MessageRecord) => string;

/** How often `recordMissingEnd` tries to write the answer while reports of SES change the same record. */
const maxTries = 3;

/**
 * The answer of an attempt that has not recorded its own end: `sent` if a report has proved that SES accepted the mail,
 * else `unknown`. The first call writes it into the record, and every later call returns the same. Throws
 * `idempotencyKeyRunning` if the record changed during each of the `maxTries` tries, or is gone.
 */
export async function recordMissingEnd(
  record: MessageRecord,
  nowMs: number,
  { write, store }: { write: WriteAnswer; store: MessageStore },
): Promise<string> {
  let found: MessageRecord | null = record;
  for (let tries = 0; found !== null && tries < maxTries; tries++) {
    if (found.answer !== null) return found.answer;
    const end = endOf(found);
    const settled = await store.settleMessage(
      found,
      settlementOf(end, found, write(end, found), nowMs),
    );
    if (settled?.answer) return settled.answer;
    found = await store.readMessage(record.accountId, record.messageId);
  }
  throw refuse('idempotencyKeyRunning');
}

function endOf({ state, sesMessageId }: MessageRecord): FoundEnd {
  return state === 'SENT' && sesMessageId !== null
    ? { outcome: 'sent', messageId: sesMessageId }
    : { outcome: 'unknown', error: answerLost };
}

function settlementOf(
  end: FoundEnd,
  { settledAt }: MessageRecord,
  answer: string,
  nowMs: number,
): Settlement {
  const isSent = end.outcome === 'sent';
  return {
    state: isSent ? 'SENT' : 'UNKNOWN',
    settledAt: settledAt ?? new Date(nowMs).toISOString(),
    sesMessageId: isSent ? end.messageId : null,
    error: isSent ? null : end.error,
    answer,
    trace: null,
  };
}
