import { type HtmlPlaces, placesInHtml, type SourcePiece } from '../../engine/render/places.ts';
import { type KnownPartials, takenBy } from './partials/known-partials.ts';
import type { TemplateSource } from './template-source.ts';

/** A text or a placeholder of a source, as the author of a draft sees it. */
export interface DraftPiece extends Omit<SourcePiece, 'file'> {
  /** The id of the partial, layout or template that it is in; undefined: the draft itself. */
  in?: string;
}

/** Where a rendered HTML comes from, as the author of a draft sees it. */
export interface DraftPlaces extends Omit<HtmlPlaces, 'pieces'> {
  pieces: DraftPiece[];
}

/** About 12 bytes of an answer each; the mails that people write have some hundreds. */
const maxPrinted = 20_000;

/**
 * Finds where the HTML of a rendered template comes from; null if it has more than 20,000 pieces.
 *
 * @param source what was rendered, with `data`
 * @param draftId the id of the draft: of `source`, or of a partial that it takes
 */
export function draftPlaces(
  source: TemplateSource,
  data: Record<string, unknown>,
  known: KnownPartials,
  draftId: string,
): DraftPlaces | null {
  const taken = takenBy(source, known, source.language);
  const { pieces, printed, ...others } = placesInHtml(source.html, taken, data);
  if (printed.length > 2 * maxPrinted) return null;
  return {
    pieces: pieces.map(({ file, ...piece }) => {
      const id = file ?? source.templateId;
      return id === draftId ? piece : { ...piece, in: id };
    }),
    printed,
    ...others,
  };
}
