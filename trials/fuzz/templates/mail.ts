import fc from 'fast-check';
import { joined } from '../draw.ts';
import { attributes } from './mail-attributes.ts';
import { place, strangePlace } from './mail-places.ts';
import { enclosures, rawTextElements } from './pieces.ts';
import { sectionOf, value } from './sections.ts';

const word = fc.constantFrom('Hello ', 'and', '&amp;', '"', "'", '\n', ' - ', '\u00a0');

type Pieces = {
  readonly names: readonly string[];
  readonly around: readonly (readonly [open: string, close: string])[];
  readonly other: fc.Arbitrary<string>;
};

/** A mail as authors write it, with placeholders at all permitted places. */
function mailOf({ names, around, other }: Pieces): fc.Arbitrary<string> {
  return fc.letrec<{ content: string; piece: string; element: string; enclosed: string }>(
    (tie) => ({
      content: joined(tie('piece'), { minLength: 1, maxLength: 4 }),
      piece: fc.oneof(
        { maxDepth: 3 },
        { weight: 1, arbitrary: word },
        { weight: 2, arbitrary: value },
        { weight: 3, arbitrary: other },
        { weight: 3, arbitrary: tie('element') },
        { weight: 1, arbitrary: tie('enclosed') },
        { weight: 3, arbitrary: sectionOf(tie('content')) },
      ),
      element: fc
        .tuple(fc.constantFrom(...names), attributes, tie('content'))
        .map(([name, written, inner]) => `<${name}${written}>${inner}</${name}>`),
      enclosed: fc
        .tuple(fc.constantFrom(...around), tie('content'))
        .map(([[open, close], inner]) => `${open}${inner}${close}`),
    }),
  ).content;
}

const names = ['p', 'a', 'a', 'td', 'b', 'div', 'img'];

/** A mail in HTML that all parsers read alike, without text that looks like markup. */
export const plainMail = mailOf({ names, around: [['<i>', '</i>']], other: place });

/** A mail also with HTML that parsers read differently. */
export const mailSource = mailOf({
  names: [...names, 'svg', 'math', 'textarea', ...rawTextElements],
  around: [['1 < 2 ', ''], ...enclosures],
  other: fc.oneof(place, strangePlace),
});
