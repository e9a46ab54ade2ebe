import type { Piece, Tag } from '../syntax/piece.ts';

/**
 * What replaces a tag while an HTML parser reads the template: its number between two
 * noncharacters. Unicode keeps those for a program's own use (section 23.7), so that no text holds
 * them, and to HTML they are letters like others.
 */
export const beginsStandIn = '\ufdd0';
const after = '\ufdd1';

const noncharacters = /[\ufdd0\ufdd1]/g;
const standIn = /\ufdd0(\d+)\ufdd1/;

/** A stand-in directly behind an element's name, as in `<tr{{#odd}} class="odd"{{/odd}}>`. */
const behindName = /<[a-z][a-z0-9:-]*(?=\ufdd0)/gi;

/** The template as an HTML with stand-ins for its tags, which are appended to `tags`. */
export function withStandIns(pieces: readonly Piece[], tags: Tag[]): string {
  const html = pieces.map((piece) =>
    typeof piece === 'string'
      ? piece.replace(noncharacters, '')
      : `${beginsStandIn}${tags.push(piece) - 1}${after}`,
  );
  return html.join('').replace(behindName, '$& ');
}

/** The pieces of a text that may hold stand-ins for `tags`; a number of none is no tag. */
export function readStandIns(text: string, tags: readonly Tag[]): Piece[] {
  const pieces = text.split(standIn).map((part, at) => (at % 2 === 0 ? part : tags[Number(part)]));
  return pieces.filter((piece): piece is Piece => piece !== undefined && piece !== '');
}
