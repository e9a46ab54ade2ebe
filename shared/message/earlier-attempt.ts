import { refuse } from '../engine/errors.ts';
import type { Claim } from './claim.ts';
import { closeAttempt, type WriteAnswer } from './dead-attempt.ts';
import type { KeyedRequest } from './idempotency-key.ts';
import { isLeased } from './message-states.ts';
import type { MessageStore } from './message-store.ts';

/** What an Idempotency-Key says about a request that carries it. */
export type Earlier =
  /** The key was used for this request before: the answer that it got, byte for byte. */
  | { outcome: 'answered'; answer: string; messageId: string }
  /**
   * The key may be used: nothing was sent with it. `takesOver` is the claim of an attempt that died
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
  // Its owner died before it began: the same message again, so that a write of the dead one that
  // still arrives finds the place taken, or takes it from this one.
  if (message === null) return { outcome: 'free', takesOver: claim, messageId };
  return { outcome: 'answered', answer: await closeAttempt(message, nowMs, ports), messageId };
}
