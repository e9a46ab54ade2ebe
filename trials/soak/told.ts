import * as z from 'zod';

/** What a caller of execute was told of its send. */
export type Told = Answer & {
  /** Whether SES got a mail of this very request, or will: then the answer has to say so. Default: not known. */
  mayBeSent?: boolean;
};

type Answer =
  /** SES accepted it. */
  | { kind: 'sent'; sesMessageId: string; body: string }
  /** It may have been sent. */
  | { kind: 'unknown'; body: string }
  /** Certainly nothing was sent. */
  | { kind: 'refused'; body: string }
  /** An earlier request with the key is still running. */
  | { kind: 'running' }
  /** The service could not do it: try again. */
  | { kind: 'fault'; status: number }
  /** No answer came: the function or the service was killed. */
  | { kind: 'nothing' }
  /** No answer came within the function's time. */
  | { kind: 'too late' };

/** An answer that is the end of a send. */
export type Ending = Extract<Told, { kind: 'sent' | 'unknown' }>;

const outcome = z.union([
  z.object({ type: z.literal('sent'), messageId: z.string() }),
  z.object({ type: z.literal('send_failed'), error: z.string() }),
  // Of a recipient that is suppressed.
  z.object({ type: z.literal('validation_failed'), error: z.string() }),
]);

/** Reads an answer of execute. Throws for one that a send cannot have. */
export function readTold(status: number, body: string): Told {
  if (status === 409) return { kind: 'running' };
  if (status >= 500) return { kind: 'fault', status };
  if (status !== 200) throw new Error(`A send was answered ${status}: ${body}`);
  const read = outcome.parse(JSON.parse(body));
  if (read.type === 'sent') return { kind: 'sent', sesMessageId: read.messageId, body };
  return { kind: read.error.includes('may have been sent') ? 'unknown' : 'refused', body };
}

export function isEnding(told: Told): told is Ending {
  return told.kind === 'sent' || told.kind === 'unknown';
}
