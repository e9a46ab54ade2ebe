import { maxTemplateHtmlBytes, maxTemplateTextBytes } from '../../limits.ts';
import type { DerivedText } from '../program/assemble-program.ts';
import type { Joinable } from './join-files.ts';

/** A partial: HTML, and perhaps text, that templates and other partials take. */
export type PartialTemplate = {
  readonly html: string;
  readonly text?: string | undefined;
  /** The id of the layout around it, if it is a layout itself. */
  readonly layout?: string | undefined;
  /** What a text takes if the partial has no text of its own; null if nothing. */
  readonly derivedText?: DerivedText | null;
};

/** The partials and the layout that a template takes. */
export type TakenPartials = {
  /** All partials that it may name, by id. */
  readonly partials: ReadonlyMap<string, PartialTemplate>;
  /** The id of the layout around it. */
  readonly layout?: string | undefined;
  /** The template's own id, if it is a partial. */
  readonly id?: string | undefined;
};

const maxBytes = { html: maxTemplateHtmlBytes, text: maxTemplateTextBytes };

/** The partials and the layout, as one part of a template takes them. */
export function joinableFor(
  part: 'html' | 'text',
  { partials, layout, id }: TakenPartials,
): Joinable {
  const sources = [...partials].map(([name, partial]) => {
    const derived = part === 'text' ? (partial.derivedText ?? null) : null;
    return [name, { source: partial[part] ?? null, layout: partial.layout, derived }] as const;
  });
  return { partials: new Map(sources), layout, id, maxBytes: maxBytes[part] };
}
