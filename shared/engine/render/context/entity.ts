/**
 * Incomplete (`open`: its source) or complete (`text`). `isOver`: it includes the last character; else that is read
 * next.
 */
type Entity = { readonly open: string } | { readonly text: string; readonly isOver: boolean };

/**
 * The named entities of each letter or sign of a scheme, of white space, and of what begins, divides or ends a host,
 * quotes, a CSS comment or `url()`. Only `&quot` and `&QUOT` may lack their semicolon (HTML standard, section 13.5).
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
 * Reads the next character of an entity in an attribute; `read` begins with its `&`. Leading zeros of a number are
 * dropped. If no entity above begins like this, the result is the `&` itself: it is text, or a character that ends any
 * scheme.
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

/** Adds one character to what was read of a value. An incomplete entity stays at the end, from its `&` on. */
export function readDecoded(read: string, character: string, decoding: Decoding): string {
  const { readCharacter, readsEntities, isSignal } = decoding;
  const at = read.indexOf('&');
  if (at === -1 && character === '&' && readsEntities(read)) return read + character;
  if (at === -1) return readCharacter(read, character);
  const before = read.slice(0, at);
  const entity = readEntity(read.slice(at), character);
  if ('open' in entity) return before + entity.open;
  const after = Array.from(entity.text).reduce(readCharacter, before);
  return entity.isOver || isSignal(after) ? after : readDecoded(after, character, decoding);
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
