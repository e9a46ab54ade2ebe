import { type RenderDraft, renderedDraft } from '../../../functions/manage/contracts/render.ts';
import { call } from './call.ts';

/** What a mail of this draft would be. Nothing is stored. */
export function renderDraft(body: RenderDraft, signal: AbortSignal) {
  return call('/render', renderedDraft, { method: 'POST', body, signal });
}
