import type { MessageRecord } from './message.ts';
import type { Suppression } from './suppression.ts';

/** The claim of an Idempotency-Key: whose attempt is the one that may send. */
export interface Claim {
  /** The message of the key. */
  messageId: string;
  /** SHA-256 of the body as canonical JSON: the same key with another body is refused. */
  bodyHash: string;
  /** A token of the one attempt that holds the claim. */
  owner: string;
  /** Milliseconds; past this its owner has stopped, and begins nothing more. */
  leaseUntilMs: number;
  /** Seconds; from then on the key is as good as new. */
  expiresAt: number;
}

/** What is known before anything is sent. */
export interface Known {
  /** The claim of the Idempotency-Key, one that has expired too; null where there is none. */
  claim: Claim | null;
  suppressed: Suppression[];
}

/** How an attempt ended, as it is written down. */
export interface Settlement {
  state: 'SENT' | 'FAILED' | 'UNKNOWN';
  /** ISO 8601. */
  settledAt: string;
  /** Set where SES accepted the mail. */
  sesMessageId: string | null;
  error: string | null;
  /** The answer of a repeat; null where there is none, because the key is free again. */
  answer: string | null;
  /** Null: the one that was written with SENDING stays. */
  trace: readonly unknown[] | null;
}

/**
 * Where messages and claims are kept. Everything is strongly consistent, and every write is refused
 * unless its condition holds; a write whose answer was lost may be tried again.
 */
export interface MessageStore {
  /** In one read; without a key and addresses in none. */
  readClaimAndSuppressed: (
    accountId: string,
    keyHash: string | null,
    addresses: readonly string[],
  ) => Promise<Known>;
  readMessage: (accountId: string, messageId: string) => Promise<MessageRecord | null>;
  /**
   * Claims a key that is free, or whose claim has expired by `nowSeconds`. Returns the claim
   * that holds it then: this one, or another's; null where it was freed meanwhile.
   */
  writeClaim: (
    accountId: string,
    keyHash: string,
    claim: Claim,
    nowSeconds: number,
  ) => Promise<Claim | null>;
  /** Claims a key if `from` still holds it; returns like `writeClaim`. */
  takeOverClaim: (
    accountId: string,
    keyHash: string,
    claim: Claim,
    from: Claim,
  ) => Promise<Claim | null>;
  /** Frees a key unless another attempt than `owner` holds it. */
  freeClaim: (accountId: string, keyHash: string, owner: string) => Promise<void>;
  /** Writes a message in state SENDING; false where another attempt has begun it. */
  beginMessage: (record: MessageRecord) => Promise<boolean>;
  /**
   * Writes a message that was not sent, in the place of its own record or of none; the record of
   * another attempt stays. A write of its beginning that arrives later then finds the place taken.
   */
  writeFailure: (record: MessageRecord) => Promise<void>;
  /**
   * Writes how the attempt of `owner` ended, and returns the record as it then is; null where the
   * message is another's, or not there, or is to become UNKNOWN and is known already. What SES said
   * (SENT, FAILED) is written whatever was assumed before. An answer is never replaced.
   */
  settleMessage: (
    message: Pick<MessageRecord, 'accountId' | 'messageId' | 'owner'>,
    settlement: Settlement,
  ) => Promise<MessageRecord | null>;
}
