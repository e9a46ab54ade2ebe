import { type MarkedMail, markMail } from '../../../dashboard/src/copy/copy-runs.ts';
import type { HtmlPlaces, RenderedDraft } from '../../../functions/manage/contracts/render.ts';
import { compileTemplate } from '../../../shared/engine/render/compile-template.ts';
import { placesInHtml } from '../../../shared/engine/render/places.ts';
import { renderDraft } from '../../../shared/engine/render/render-template.ts';
import { reportVariables } from '../../../shared/engine/render/report.ts';

export type Data = Record<string, unknown>;

/** A draft of this source, as the service renders it for the editor. */
function rendered(html: string, data: Data, partials: Partials): RenderedDraft {
  const taken = { partials: new Map(Object.entries(partials)) };
  const compiled = compileTemplate({ subject: 'x', html, text: '' }, taken);
  const { pieces, ...found } = placesInHtml(html, taken, data);
  const places: HtmlPlaces = {
    pieces: pieces.map(({ file, ...piece }) => (file === null ? piece : { ...piece, in: file })),
    ...found,
  };
  const mail = { subject: 'x', text: '', variables: [], unused: [], warnings: [] };
  const missing = [...reportVariables(compiled, data).missing];
  return { ...mail, html: renderDraft(compiled, data).html, missing, places };
}

type Partials = Record<string, { html: string }>;

/** The preview of a draft with this source. */
export const marked = (html: string, data: Data = {}, partials: Partials = {}): MarkedMail =>
  markMail(rendered(html, data, partials), html);

/** A store that holds a draft with this source. */
export function draftOf(html: string) {
  let now = html;
  return {
    now: () => now,
    settled: () => ({ draft: { html: now } }) as never,
    dispatch: ({ changes }: { changes: { html?: string } }) => {
      now = changes.html ?? now;
    },
  };
}
