/**
 * An entity that is not at its end, or the text that it stands for; `isOver` where the character
 * belongs to it, and is not the next one.
 */
type Entity = { readonly open: string } | { readonly text: string; readonly isOver: boolean };

/**
 * The entities with a name that stand for a letter or a sign of a scheme, for white space, or for
 * what begins, parts or ends a host or the brackets of `url()`. HTML has no other, and of them only
 * `&quot` may lack its semicolon (HTML standard, section 13.5): it begins and ends no address.
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
  ['&lpar;', '('],
  ['&rpar;', ')'],
  ['&quot;', '"'],
  ['&apos;', "'"],
]);

/** Beyond the last character of Unicode: longer numbers stand for none either. */
const noCharacter = 0x110000;

/**
 * Reads an author's entity in an attribute, from its `&` on, with one more character. Numbers are
 * kept without their leading zeros. An `&` that begins none of the entities above is text, or
 * stands for a character that ends any scheme: it is returned as `&`.
 */
function readEntity(read: string, character: string): Entity {
  if (read.startsWith('&#')) return readNumber(read, character);
  const more = read + character;
  if (more === '&#') return { open: more };
  const text = named.get(more);
  if (text !== undefined) return { text, isOver: true };
  return isBeginning(more) ? { open: more } : { text: '&', isOver: false };
}

/** How a text is read whose entities stand for characters. */
type Decoding = {
  /** What was read, with one more character. */
  readonly readCharacter: (read: string, character: string) => string;
  /** Whether it matters there what an entity stands for. */
  readonly readsEntities: (read: string) => boolean;
  /** What was read that the reader has to be told of before more is. */
  readonly signal: string;
};

/**
 * What was read of an attribute's value, with one more character of the author's. An entity that is
 * not at its end is kept behind it, from its `&` on.
 */
export function readDecoded(read: string, character: string, decoding: Decoding): string {
  const { readCharacter, readsEntities, signal } = decoding;
  const at = read.indexOf('&');
  if (at === -1 && character === '&' && readsEntities(read)) return read + character;
  if (at === -1) return readCharacter(read, character);
  const before = read.slice(0, at);
  const entity = readEntity(read.slice(at), character);
  if ('open' in entity) return before + entity.open;
  const behind = Array.from(entity.text).reduce(readCharacter, before);
  return entity.isOver || behind === signal ? behind : readDecoded(behind, character, decoding);
}

/** What was read before an entity that is not at its end. */
export function withoutEntity(read: string): string {
  const at = read.indexOf('&');
  return at === -1 ? read : read.slice(0, at);
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
