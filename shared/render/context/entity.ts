/**
 * An entity that is not at its end, or the text that it stands for; `isOver` where the character
 * belongs to it, and is not the next one.
 */
export type Entity =
  | { readonly open: string }
  | { readonly text: string; readonly isOver: boolean };

/**
 * The entities with a name that stand for a letter or a sign of a scheme, for white space, or for
 * what begins, parts or ends a host; HTML has no other, and none of them without its semicolon
 * (HTML standard, section 13.5).
 */
const named: ReadonlyMap<string, string> = new Map([
  ['&Tab;', '\t'],
  ['&NewLine;', '\n'],
  ['&colon;', ':'],
  ['&fjlig;', 'fj'],
  ['&period;', '.'],
  ['&plus;', '+'],
  ['&sol;', '/'],
  ['&bsol;', '\\'],
  ['&quest;', '?'],
  ['&num;', '#'],
  ['&commat;', '@'],
]);

/** Beyond the last character of Unicode: longer numbers stand for none either. */
const noCharacter = 0x110000;

/**
 * Reads an author's entity in an attribute, from its `&` on, with one more character. Numbers are
 * kept without their leading zeros. An `&` that begins none of the entities above is text, or
 * stands for a character that ends any scheme: it is returned as `&`.
 */
export function readEntity(read: string, character: string): Entity {
  if (read.startsWith('&#')) return readNumber(read, character);
  const more = read + character;
  if (more === '&#') return { open: more };
  const text = named.get(more);
  if (text !== undefined) return { text, isOver: true };
  return isBeginning(more) ? { open: more } : { text: '&', isOver: false };
}

function isBeginning(read: string): boolean {
  return [...named.keys()].some((name) => name.startsWith(read));
}

function readNumber(read: string, character: string): Entity {
  if (read === '&#' && /x/i.test(character)) return { open: '&#x' };
  const isHex = read.startsWith('&#x');
  const digits = read.slice(isHex ? 3 : 2);
  if ((isHex ? /[\da-f]/i : /\d/).test(character)) {
    const base = isHex ? 16 : 10;
    const number = Math.min(Number.parseInt(digits + character, base), noCharacter);
    return { open: (isHex ? '&#x' : '&#') + number.toString(base) };
  }
  if (digits === '') return { text: '&', isOver: false };
  const text = characterOf(Number.parseInt(digits, isHex ? 16 : 10));
  return { text, isOver: character === ';' };
}

/** HTML reads other characters for some numbers; none of these is a part of a scheme, or white space. */
function characterOf(number: number): string {
  return number === 0 || number >= noCharacter ? '\ufffd' : String.fromCodePoint(number);
}
