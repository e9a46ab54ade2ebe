import { readCharacter, schemeFromValue } from './address-start.ts';
import { scheme } from './host-start.ts';

/** The brackets of `url()`, whose address may be in quotes. */
const brackets = 'url(';

/** What begins an address: `url(`, or quotes alone, as in `@import "…"` and `image-set("…" 1x)`. */
const opening = /^(?:url\(["']?|["'])/;

const comment = '/*';

/** Returns an opening and the beginning of its address, the beginning of `url(`, a comment or an escape, or nothing. */
export function readStyle(read: string, character: string): string {
  if (character === '\r') return read;
  const at = read.indexOf('\\');
  if (at !== -1) return readEscape(read.slice(0, at), read.slice(at), character);
  return character === '\\' && !isComment(read) ? read + character : readPlain(read, character);
}

/** Reads one more character of an escape (CSS Syntax, section 4.3.7), always a part of a name or an address. */
function readEscape(before: string, open: string, character: string): string {
  const isFirst = open === '\\';
  if (/[\da-f]/i.test(character) && open.length < 7) return before + open + character;
  if (isFirst) return isLineBreak(character) ? before : readEscaped(before, character);
  const after = readEscaped(before, characterOf(Number.parseInt(open.slice(1), 16)));
  return /[\t\n\f ]/.test(character) || isSignal(after) ? after : readStyle(after, character);
}

function readEscaped(read: string, character: string): string {
  const start = addressIn(read);
  if (start !== null) return readOn(read, start, character);
  return /[a-z]/i.test(character) ? readPlain(read, character) : '';
}

function readPlain(read: string, character: string): string {
  const start = addressIn(read);
  if (start !== null) return readInside(read, start, character);
  if (isComment(read)) return readComment(read, character);
  if (isQuote(character)) return character;
  const letter = character.toLowerCase();
  const begins = (text: string) => brackets.startsWith(text) || comment.startsWith(text);
  return [read + letter, letter].find(begins) ?? '';
}

function readComment(read: string, character: string): string {
  if (character === '/' && read !== comment) return '';
  return character === '*' ? `${comment}*` : comment;
}

function readInside(read: string, start: string, character: string): string {
  const quote = /["']/.exec(read)?.[0];
  if (quote === undefined ? character === ')' : character === quote || isLineBreak(character)) {
    return '';
  }
  if (read === brackets && isQuote(character)) return read + character;
  return readOn(read, start, character);
}

/** Adds a character to the address. Only in `url()` a value's scheme matters: quotes may hold any text. */
function readOn(read: string, start: string, character: string): string {
  const next = readCharacter(start, character);
  const isText = next === schemeFromValue && !isInBrackets(read);
  return withAddress(read, isText ? scheme : next);
}

/** What was read of an address in a style; null outside of addresses. */
export function addressIn(read: string): string | null {
  const found = opening.exec(read);
  return found ? read.slice(found[0].length).replace(/\\.*/, '') : null;
}

/** The style state with `start` in place of its beginning of an address. */
export function withAddress(read: string, start: string): string {
  return (opening.exec(read)?.[0] ?? '') + start;
}

/** Whether what was read ends in the brackets of `url()`. */
export function isInBrackets(read: string): boolean {
  return read.startsWith(brackets);
}

/** Whether what was read ends in an escape that a value may complete. */
export function isInEscape(read: string): boolean {
  return read.includes('\\');
}

/** Whether a colon in the brackets of `url()` turned a printed value into a scheme. */
export function isSignal(read: string): boolean {
  return isInBrackets(read) && addressIn(read) === schemeFromValue;
}

/** The style state after a value outside an address: only an open comment stays open. */
export function behindText(read: string): string {
  return isComment(read) ? comment : '';
}

const isComment = (read: string) => read.startsWith(comment);
const isQuote = (character: string) => character === '"' || character === "'";
const isLineBreak = (character: string) => character === '\n' || character === '\f';

function characterOf(number: number): string {
  return number > 0x10ffff ? '\ufffd' : String.fromCodePoint(number);
}
