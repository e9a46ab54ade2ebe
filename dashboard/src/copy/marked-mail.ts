import type { RenderedDraft } from '../../../functions/manage/contracts/render.ts';
import { copyRuns, type Run } from './copy-runs.ts';
import { markHtml } from './mark-html.ts';

/** A rendered mail whose texts the preview can find. */
export interface MarkedMail {
  /** The mail with the marks of its runs. */
  html: string;
  /** What each mark begins with. */
  token: string;
  runs: readonly Run[];
  /** The draft's HTML source that was rendered. */
  source: string;
}

/** Marks the texts of a mail that was rendered from `source`. A mail without places has no marks. */
export function markMail(rendered: RenderedDraft, source: string): MarkedMail {
  const { html, places, missing } = rendered;
  const runs = places ? copyRuns({ html, source, places, missing }) : [];
  const token = crypto.randomUUID();
  return { html: markHtml(html, runs, token), token, runs, source };
}
