import { flowError } from '../engine/flow/outcome.ts';
import { type PausedTemplate, pauseWords } from '../pause.ts';

/** The outcome of a request for a paused template, and of a scheduled mail whose template is paused when it is due. */
export function pausedTemplate({ templateId, ...pause }: PausedTemplate) {
  return flowError(
    `The template ${templateId} ${pauseWords(pause)}. Resume it in the dashboard, or with: postrider template resume ${templateId}`,
  );
}
