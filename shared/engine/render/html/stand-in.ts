import type { Piece, Tag } from '../syntax/piece.ts';

/**
 * A stand-in replaces a tag for an HTML parser: its number between two noncharacters (Unicode, section 23.7), which no
 * text has and parsers read like letters.
 */
export const beginsStandIn = '\ufdd0';
const after = '\ufdd1';

const noncharacters = /[\ufdd0\ufdd1]/g;
const standIn = /\ufdd0(\d+)\ufdd1/;

/** A stand-in directly after an element's name, as in `<tr{{#odd}} class="odd"{{/odd}}>`. */
const behindName = /<[a-z][a-z0-9:-]*(?=\ufdd0)/gi;

/** Returns the template as HTML with a stand-in for each tag, and appends the tags to `tags`. */
export function withStandIns(pieces: readonly Piece[], tags: Tag[]): string {
  const html = pieces.map((piece) =>
    typeof piece === 'string'
      ? piece.replace(noncharacters, '')
      : `${beginsStandIn}${tags.push(piece) - 1}${after}`,
  );
  return html.join('').replace(behindName, '$& ');
}

/** Turns stand-ins back into `tags`; one without a tag is left out. */
export function readStandIns(text: string, tags: readonly Tag[]): Piece[] {
  const pieces = text.split(standIn).map((part, at) => (at % 2 === 0 ? part : tags[Number(part)]));
  return pieces.filter((piece): piece is Piece => piece !== undefined && piece !== '');
}
