import type { RecordedEvent, ReportedEvent } from './apply-event.ts';
import type { MessageRecord } from './message.ts';
import type { MessageCopy } from './message-copy.ts';
import type { StoredReply } from './reply.ts';
import type { Suppression } from './suppression.ts';

/** The claim of an Idempotency-Key: it names the one attempt that may send with this key. */
export interface Claim {
  messageId: string;
  /** SHA-256 of the body as canonical JSON: the same key with another body is refused. */
  bodyHash: string;
  /** A token of the one attempt that holds the claim. */
  owner: string;
  /** Unix time in milliseconds. After it, the owner's function has ended and cannot send any more. */
  leaseUntilMs: number;
  /** Unix time in seconds. From then on the key counts as unused. */
  expiresAt: number;
}

/** What the store knows about a request before the send. */
export interface Known {
  /** The claim of the Idempotency-Key, even if it has expired; null if there is none. */
  claim: Claim | null;
  suppressed: Suppression[];
}

/** The account and the id of a message, which determine where it is stored. */
export type MessagePlace = Pick<MessageRecord, 'accountId' | 'messageId'>;

/** How an attempt ended, as the message's record stores it. */
export interface Settlement {
  state: 'SENT' | 'FAILED' | 'UNKNOWN';
  settledAt: string;
  /** Null if SES did not accept the mail, or its answer was lost. */
  sesMessageId: string | null;
  error: string | null;
  /** The answer to a repeated request; null if SES refused the mail, because the key is then free again. */
  answer: string | null;
  /** Null leaves the trace that was written with SENDING. */
  trace: readonly unknown[] | null;
}

/** Every read is strongly consistent. A write may be repeated: it has a condition, or replaces what it wrote before. */
export interface MessageStore {
  /**
   * Makes one read, or none without a key and addresses. `isConsistent` is true by default if there is a key.
   * `personKey`: the account's, if it has forgotten people, who are then looked up as well.
   */
  readClaimAndSuppressed: (
    accountId: string,
    keyHash: string | null,
    addresses: readonly string[],
    more?: { isConsistent?: boolean; personKey?: string | undefined },
  ) => Promise<Known>;
  readMessage: (accountId: string, messageId: string) => Promise<MessageRecord | null>;
  /** Claims a key that is free or expired. Returns the claim that it then has, also another's; null if freed since. */
  writeClaim: (
    accountId: string,
    keyHash: string,
    claim: Claim,
    nowSeconds: number,
  ) => Promise<Claim | null>;
  /** Claims a key if the owner of `from` still holds it. Returns the same as `writeClaim`. */
  takeOverClaim: (
    accountId: string,
    keyHash: string,
    claim: Claim,
    from: Claim,
  ) => Promise<Claim | null>;
  freeClaim: (accountId: string, keyHash: string, owner: string) => Promise<void>;
  /** Writes a message in state SENDING. False if another attempt has written this message already. */
  beginMessage: (record: MessageRecord) => Promise<boolean>;
  /** Writes a message that was not sent, in place of this attempt's record only. No `beginMessage` can follow. */
  writeFailure: (record: MessageRecord) => Promise<void>;
  /**
   * Writes how the attempt of `owner` ended, and returns the record. Null if it belongs to another attempt or does not
   * exist, or if UNKNOWN would replace another state than SENDING. An answer is never replaced.
   */
  settleMessage: (
    message: MessagePlace & Pick<MessageRecord, 'owner'>,
    settlement: Settlement,
  ) => Promise<MessageRecord | null>;
  /** SCHEDULED becomes SENDING, for the attempt `owner`. Null if it is not SCHEDULED, or has another revision now. */
  beginScheduled: (
    message: MessagePlace & Pick<MessageRecord, 'revision'>,
    owner: string,
    leaseUntilMs: number,
  ) => Promise<MessageRecord | null>;
  /** SENDING becomes SCHEDULED again, for the attempt `owner`: SES has certainly not accepted the mail. */
  handBack: (message: MessagePlace & Pick<MessageRecord, 'owner'>) => Promise<void>;
  /** Keeps the copy of a message until `expiresAt`, Unix time in seconds. It replaces an earlier copy. */
  keepCopy: (message: MessagePlace, copy: MessageCopy, expiresAt: number) => Promise<void>;
  /** See `keepReply` of `replies-table.ts`. */
  keepReply: (
    message: MessageRecord,
    reply: StoredReply,
  ) => Promise<{ reply: StoredReply; isNew: boolean } | null>;
  recordEvent: (
    accountId: string,
    messageId: string,
    event: ReportedEvent,
  ) => Promise<RecordedEvent>;
}
