import * as z from 'zod';

/** The knowledge of a caller of execute about its send after one request. */
export type SoakReply = Outcome & {
  /**
   * Whether SES got, or will get, a mail of this request. If so, execute may only answer `sent` or `unknown`.
   * Undefined if it is not known.
   */
  mayBeSent?: boolean;
};

type Outcome =
  /** SES accepted the mail. */
  | { kind: 'sent'; sesMessageId: string; body: string }
  /** The mail is scheduled. */
  | { kind: 'scheduled'; id: string; body: string }
  /** The mail may have been sent. */
  | { kind: 'unknown'; body: string }
  /** Certainly nothing was sent. */
  | { kind: 'refused'; body: string }
  /** An earlier request with the same Idempotency-Key is still running. */
  | { kind: 'running' }
  /** Execute failed with a 5xx: the caller may try again. */
  | { kind: 'fault'; status: number }
  /** No answer came: the function or the service was killed. */
  | { kind: 'nothing' }
  /** No answer came within the function's time. */
  | { kind: 'too late' };

/** A reply that ends a send: `sent`, `scheduled` or `unknown`. */
export type End = Extract<SoakReply, { kind: 'sent' | 'scheduled' | 'unknown' }>;

const outcome = z.union([
  z.object({ type: z.literal('sent'), messageId: z.string() }),
  z.object({ type: z.literal('scheduled'), id: z.string() }),
  z.object({ type: z.literal('send_failed'), error: z.string() }),
  // A suppressed recipient.
  z.object({ type: z.literal('validation_failed'), error: z.string() }),
]);

/** Reads an answer of execute. Throws for an answer that execute never gives to a send. */
export function readReply(status: number, body: string): SoakReply {
  if (status === 409) return { kind: 'running' };
  if (status >= 500) return { kind: 'fault', status };
  if (status !== 200) throw new Error(`Execute answered a send with ${status}: ${body}`);
  const read = outcome.parse(JSON.parse(body));
  if (read.type === 'sent') return { kind: 'sent', sesMessageId: read.messageId, body };
  if (read.type === 'scheduled') return { kind: 'scheduled', id: read.id, body };
  // With these words the API says that SES's answer was lost (docs/openapi.json).
  return { kind: read.error.includes('may have been sent') ? 'unknown' : 'refused', body };
}

export function isEnd(reply: SoakReply): reply is End {
  return ['sent', 'scheduled', 'unknown'].includes(reply.kind);
}

/** Whether a caller with an Idempotency-Key need not repeat the request after this reply. */
export function isOver(reply: SoakReply | undefined): boolean {
  return reply !== undefined && (isEnd(reply) || reply.kind === 'refused');
}
