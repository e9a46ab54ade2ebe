/** The claim of an Idempotency-Key: whose attempt is the one that may send. */
export interface Claim {
  /** The message that the key stands for. */
  messageId: string;
  /** SHA-256 of the body as canonical JSON: the same key with another body is refused. */
  bodyHash: string;
  /** A token of the one attempt that holds the claim. */
  owner: string;
  /** Milliseconds; past this its owner has died, and whatever it did not begin it never will. */
  leaseUntilMs: number;
  /** Seconds; from then on the key is as good as new. */
  expiresAt: number;
}
