import { refuse } from '../engine/errors.ts';
import type { MessageRecord } from './message.ts';
import type { MessageStore, Settlement } from './message-store.ts';
import { answerLost, type SendOutcome } from './send-outcome.ts';

/** How an attempt ends that nobody saw the end of. */
export type FoundEnd = Extract<SendOutcome, { outcome: 'sent' | 'unknown' }>;

/** Writes the answer to how an attempt ended; `record` has the steps that led to it. */
export type WriteAnswer = (end: FoundEnd, record: MessageRecord) => string;

/** Tries against reports of SES that settle the record at the same time. */
const maxTries = 3;

/**
 * The answer of an attempt whose end was not written by its owner: written now, by whoever comes
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
