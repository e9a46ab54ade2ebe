import { flowError } from '../engine/flow/outcome.ts';
import type { MessageRecord } from '../message/message.ts';
import { type Pause, pauseWords } from '../pause.ts';

/** The outcome of a request for a paused template, and of a scheduled mail whose template is paused when it is due. */
export function pausedTemplate(templateId: string, pause: Pause) {
  return flowError(
    `The template ${templateId} ${pauseWords(pause)}. Resume it in the dashboard, or with: postrider template resume ${templateId}`,
  );
}

/** Undefined if neither the template that was asked for nor the one that a branch led to is paused. */
export function pauseOf(
  { templateId, branchedTo }: Pick<MessageRecord, 'templateId' | 'branchedTo'>,
  asked: { paused?: Pause | undefined },
  sent: { paused?: Pause | undefined },
) {
  if (asked.paused) return pausedTemplate(templateId, asked.paused);
  return branchedTo && sent.paused && pausedTemplate(branchedTo.templateId, sent.paused);
}
