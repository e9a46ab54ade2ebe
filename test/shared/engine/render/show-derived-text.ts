import type { DerivedText } from '../../../../shared/engine/render/program/assemble-program.ts';
import type { Tag } from '../../../../shared/engine/render/syntax/piece.ts';
import { TextLayout } from '../../../../shared/engine/render/text/text-layout.ts';

/** A derived text with its layout, and with the tags as their author wrote them. */
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
