import { refuse } from '../engine/errors.ts';
import type { KeyedRequest } from './idempotency-key.ts';
import type { MessageRecord } from './message.ts';
import { isLeased } from './message-states.ts';
import type { Claim, MessageStore, Settlement } from './message-store.ts';
import { answerLost, type SendOutcome } from './send-outcome.ts';

/** What an Idempotency-Key says about a request that carries it. */
export type Earlier =
  /** The key was used for this request before: the answer that it got, byte for byte. */
  | { outcome: 'answered'; answer: string; messageId: string }
  /**
   * The key may be used: nothing was sent with it. `takesOver` is the claim of an attempt that stopped
   * or failed; `messageId` the message that this one has to begin, null where a new one.
   */
  | { outcome: 'free'; takesOver: Claim | null; messageId: string | null };

/**
 * What became of the attempt that claimed the key before, if there was one.
 *
 * Throws the refusals `idempotencyKeyReused` where it was for another body, and
 * `idempotencyKeyRunning` where it may still be at work.
 */
export async function earlierAttempt(
  claim: Claim | null,
  { accountId, bodyHash, nowMs }: { accountId: string; nowMs: number } & KeyedRequest,
  ports: { write: WriteAnswer; store: MessageStore },
): Promise<Earlier> {
  if (claim === null || claim.expiresAt * 1000 <= nowMs) {
    return { outcome: 'free', takesOver: null, messageId: null };
  }
  if (claim.bodyHash !== bodyHash) throw refuse('idempotencyKeyReused');
  const { messageId } = claim;
  const message = await ports.store.readMessage(accountId, messageId);
  if (message?.answer) return { outcome: 'answered', answer: message.answer, messageId };
  if (message?.state === 'FAILED') return { outcome: 'free', takesOver: claim, messageId: null };
  if (isLeased(message ?? claim, nowMs)) throw refuse('idempotencyKeyRunning');
  // Its owner stopped before it began: the same message again, so that a write of that owner that
  // still arrives finds the place taken, or takes it from this one.
  if (message === null) return { outcome: 'free', takesOver: claim, messageId };
  return { outcome: 'answered', answer: await closeAttempt(message, nowMs, ports), messageId };
}

/** The end of an attempt whose function stopped before it wrote one. */
type FoundEnd = Extract<SendOutcome, { outcome: 'sent' | 'unknown' }>;

/** Writes the answer to how an attempt ended; `record` has the steps that led to it. */
export type WriteAnswer = (end: FoundEnd, record: MessageRecord) => string;

/** Tries against reports of SES that settle the record at the same time. */
const maxTries = 3;

/**
 * The answer of an attempt whose end was not written by its owner: written now, by the request that comes
 * first, and the same from then on. It is `sent` where a report of SES has proved that, else the
 * one of a lost answer.
 *
 * Throws the refusal `idempotencyKeyRunning` where the record changes faster than this can.
 */
export async function closeAttempt(
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
