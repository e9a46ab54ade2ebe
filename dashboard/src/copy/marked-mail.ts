import type { RenderedDraft } from '../../../functions/manage/contracts/render.ts';
import { copyRuns, type Run } from './copy-runs.ts';

export interface MarkedMail {
  html: string;
  /** What each mark begins with. */
  token: string;
  runs: readonly Run[];
  source: string;
}

/** Marks the texts of a mail that was rendered from `source`. A mail without places has no marks. */
export function markMail(rendered: RenderedDraft, source: string): MarkedMail {
  const { html, places, missing } = rendered;
  const runs = places ? copyRuns({ html, source, places, missing }) : [];
  const token = crypto.randomUUID();
  return { html: markHtml(html, runs, token), token, runs, source };
}

/**
 * A copy of an HTML with a comment before each segment of each run, and one after each run, by which the preview finds
 * them. A comment is `TOKEN RUN.SEGMENT`, or `TOKEN RUN.end`.
 *
 * @param token a random text, so that no mail can contain such a comment
 */
function markHtml(html: string, runs: readonly Run[], token: string): string {
  const pieces: string[] = [];
  let at = 0;
  const mark = (to: number, name: string) => {
    pieces.push(html.slice(at, to), `<!--${token} ${name}-->`);
    at = to;
  };
  for (const [number, { segments }] of runs.entries()) {
    for (const [index, { from }] of segments.entries()) mark(from, `${number}.${index}`);
    mark(segments.at(-1)?.to ?? at, `${number}.end`);
  }
  return pieces.join('') + html.slice(at);
}
