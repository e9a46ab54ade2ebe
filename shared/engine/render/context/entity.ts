/**
 * What was read of an entity: `open` is the source of an entity that is not complete yet, `text` the
 * text of a complete one. `isOver` says whether the last character belongs to the entity; if not, it
 * must be read as the character after the entity.
 */
type Entity = { readonly open: string } | { readonly text: string; readonly isOver: boolean };

/**
 * The named entities that matter in an address: those of a letter or sign of a scheme, of white space, and of each
 * character that begins, divides or ends a host, a text in quotes, a comment of CSS or the brackets of `url()`. HTML
 * has no other names for these characters. Only `&quot` and `&QUOT` may lack their semicolon (HTML standard, section
 * 13.5).
 */
const namedEntities: ReadonlyMap<string, string> = new Map([
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
  ['&QUOT;', '"'],
  ['&apos;', "'"],
  ['&ast;', '*'],
  ['&midast;', '*'],
]);

/** The number after Unicode's last character. It also stands for all greater numbers, which are no characters. */
const noCharacter = 0x110000;

/**
 * Reads the next character of an entity that the author wrote in an attribute. `read` is what was read
 * of the entity, from its `&` on. Leading zeros of a number are dropped. If none of the entities above
 * begins like this, the `&` is text, or the entity is a character that ends any scheme: then `&` itself
 * is returned.
 */
function readEntity(read: string, character: string): Entity {
  if (read.startsWith('&#')) return readNumber(read, character);
  const more = read + character;
  if (/^&(?:quot|QUOT)[^\w=]$/.test(more)) return { text: '"', isOver: character === ';' };
  if (more === '&#') return { open: more };
  const text = namedEntities.get(more);
  if (text !== undefined) return { text, isOver: true };
  return beginsNamedEntity(more) ? { open: more } : { text: '&', isOver: false };
}

/** How a caller of `readDecoded` reads decoded characters. */
type Decoding = {
  /** Adds one decoded character to what was read. */
  readonly readCharacter: (read: string, character: string) => string;
  /** Whether an entity at this point must be decoded. */
  readonly readsEntities: (read: string) => boolean;
  /** Whether `readDecoded` returns what was read at once, so that its caller can report it. */
  readonly isSignal: (read: string) => boolean;
};

/**
 * Adds one more character of the author's to what was read of an attribute's value, and returns the
 * result. An entity that is not complete is kept at the end of the result, from its `&` on.
 */
export function readDecoded(read: string, character: string, decoding: Decoding): string {
  const { readCharacter, readsEntities, isSignal } = decoding;
  const at = read.indexOf('&');
  if (at === -1 && character === '&' && readsEntities(read)) return read + character;
  if (at === -1) return readCharacter(read, character);
  const before = read.slice(0, at);
  const entity = readEntity(read.slice(at), character);
  if ('open' in entity) return before + entity.open;
  const behind = Array.from(entity.text).reduce(readCharacter, before);
  return entity.isOver || isSignal(behind) ? behind : readDecoded(behind, character, decoding);
}

/** Removes an entity that is not complete from the end of what was read. */
export function withoutEntity(read: string): string {
  const at = read.indexOf('&');
  return at === -1 ? read : read.slice(0, at);
}

function beginsNamedEntity(read: string): boolean {
  return [...namedEntities.keys()].some((name) => name.startsWith(read));
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

/** HTML maps some numbers to other characters. They are not mapped here: none belongs to a scheme or is white space. */
function characterOf(number: number): string {
  return number === 0 || number >= noCharacter ? '\ufffd' : String.fromCodePoint(number);
}
