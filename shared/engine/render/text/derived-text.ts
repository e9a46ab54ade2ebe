import type { ProgramPiece } from '../program/assemble-program.ts';
import type { Tag } from '../syntax/piece.ts';
import { TextLayout } from './text-layout.ts';

/**
 * The text template that was derived from an HTML template: its words, its tags and its layout, in
 * order. Plain JSON, to be stored with a revision: compiling it again needs no HTML parser.
 */
export type DerivedText = readonly ProgramPiece[];

/** A derived text as a person reads it: laid out, with the tags as their author wrote them. */
export function showDerivedText(derived: DerivedText): string {
  const text = new TextLayout();
  for (const piece of derived) {
    if (typeof piece === 'string') text.words(piece);
    else if (typeof piece === 'number') text.layout(piece);
    else if (piece.kind === 'list') text.list(piece.first);
    else text.words(showTag(piece));
  }
  return text.finish();
}

function showTag(tag: Tag): string {
  if (tag.kind === 'close') return `{{/${tag.name}}}`;
  if (tag.kind === 'section') return `{{${tag.isInverted ? '^' : '#'}${tag.name}}}`;
  return tag.default === null ? `{{${tag.name}}}` : `{{${tag.name}|${tag.default}}}`;
}
