import type { FlowOutcome } from '../engine/flow/outcome.ts';
import { encodeResult } from '../http/answer.ts';
import type { WriteAnswer } from '../message/earlier-attempt.ts';
import type { SendOutcome } from '../message/send-outcome.ts';

/** How a request is answered. */
export interface Answers {
  /** The answer to a run. Throws the refusal `overLimit` where it is larger than one may be. */
  write: (outcome: FlowOutcome, trace: readonly unknown[]) => string;
  /** The answer to an attempt that somebody else has to end. */
  writeFound: WriteAnswer;
}

/** Answers of the spec as they are; with `_trace` the steps of the run beside them. */
export function answersTo({ _trace }: { _trace?: boolean | undefined }): Answers {
  const write: Answers['write'] = (outcome, trace) =>
    encodeResult(_trace ? { ...outcome, trace } : outcome);
  return { write, writeFound: (end, { trace }) => write(sendAnswer(end), trace) };
}

/** The answer to the caller of a send. */
export function sendAnswer(ended: SendOutcome): FlowOutcome {
  return ended.outcome === 'sent'
    ? { success: true, type: 'sent', messageId: ended.messageId }
    : { success: false, type: 'send_failed', error: ended.error };
}
