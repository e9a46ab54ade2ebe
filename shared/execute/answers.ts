import type { FlowOutcome } from '../engine/flow/outcome.ts';
import { encodeResult } from '../http/answer.ts';
import type { WriteAnswer } from '../message/earlier-attempt.ts';
import type { MessageRecord } from '../message/message.ts';
import type { SendOutcome } from '../message/send-outcome.ts';

/** The functions that write the answer to a request. */
export interface Answers {
  /** Writes the answer to a run. Throws the refusal `overLimit` if the answer is too large. */
  write: (outcome: FlowOutcome, trace: readonly unknown[]) => string;
  /** Writes the answer to an attempt that has not recorded its own end. */
  writeFound: WriteAnswer;
}

/** Writes answers as in the spec; with `_trace`, adds the steps of the run. */
export function answersTo({ _trace }: { _trace?: boolean | undefined }): Answers {
  const write: Answers['write'] = (outcome, trace) =>
    encodeResult(_trace ? { ...outcome, trace } : outcome);
  const writeFound: WriteAnswer = (end, { trace, branchedTo }) => {
    const answer = sendAnswer(end);
    return write(answer.success ? { ...answer, ...templateIn({ branchedTo }) } : answer, trace);
  };
  return { write, writeFound };
}

/** What a successful answer says of the template that a branch led to. */
export function templateIn({ branchedTo }: Pick<MessageRecord, 'branchedTo'>) {
  return branchedTo && { templateId: branchedTo.templateId };
}

export function sendAnswer(ended: SendOutcome): FlowOutcome {
  return ended.outcome === 'sent'
    ? { success: true, type: 'sent', messageId: ended.messageId }
    : { success: false, type: 'send_failed', error: ended.error };
}
