import { readDecoded, withoutEntity } from './entity.ts';
import {
  behindSlashes,
  behindStep,
  hostBeforeDefault,
  hostBehindValue,
  hostOpen,
  isBehindHost,
  isInHost,
  isSlash,
  oneSlash,
  readHost,
  scheme,
} from './host-start.ts';

/**
 * The beginning of an address: letters that may become a scheme, or one of the signs below, which no scheme has (RFC
 * 3986 §3.1).
 */
export const decided = '/';

/** Browsers run the rest of the address, or show it as a document: no value is safe in it. */
export const isProgramCode = '!';

/** A value was printed that may still be a scheme, judging by the text after it. */
export const fromValue = '*';

/** A colon turned a printed value into a scheme. */
export const schemeFromValue = ':';

/** Letters that may become a scheme, but none that browsers run. */
const harmless = '-';

/** Schemes that a host follows with two slashes, with one and with none (WHATWG URL, section 4.4). */
const hostSchemes: ReadonlySet<string> = new Set(['http', 'https']);

const programSchemes: ReadonlySet<string> = new Set([
  'javascript',
  'jscript',
  'livescript',
  'mocha',
  'vbscript',
]);

/** An animation of SVG may set a `url()` of CSS, whose address may be in quotes. */
const brackets = 'url';

/** The beginnings of schemes that the reader has to remember. */
const beginnings: ReadonlySet<string> = new Set(
  [...programSchemes, ...hostSchemes, 'data', brackets].flatMap((name) =>
    Array.from(name, (_, last) => name.slice(0, last + 1)),
  ),
);

/** An address that itself contains an image; any other `data:` address may be a document. */
const picture = 'data:image/';

/** The beginning with one more character of an attribute, with entities decoded. */
export function readAddress(start: string, character: string): string {
  return readDecoded(start, character, { readCharacter, readsEntities, isSignal });
}

const isSignal = (start: string) => start === schemeFromValue;

/** Whether what was read ends in an entity that the next characters may complete. */
export function isInEntity(start: string): boolean {
  return start.includes('&');
}

/** Whether an entity must be decoded here, because its character could lead to another state than its `&`. */
function readsEntities(start: string): boolean {
  if (isInHost(start)) return !isBehindHost(start);
  return start === '' || start === fromValue || start === oneSlash || beginnings.has(start);
}

/** Like `readAddress`, for text without entities. */
export function readCharacter(start: string, character: string): string {
  if (start === decided || start === isProgramCode) return start;
  // Browsers ignore these characters anywhere in an address (WHATWG URL, section 4.4).
  if (/[\t\n\r]/.test(character)) return start;
  if (isInHost(start)) return readHost(start, character) ?? decided;
  if (behindSlashes.has(start)) return readSlash(start, character);
  if (character <= ' ') return start === '' || start === fromValue ? start : decided;
  return readLetter(start, character.toLowerCase());
}

function readLetter(start: string, letter: string): string {
  if (start.startsWith('data:')) return readData(start + letter);
  if (start === brackets && letter === '(') return '';
  if (start === '' && /["']/.test(letter)) return start;
  if (letter === ':') return readColon(start);
  if (start === '' && isSlash(letter)) return oneSlash;
  if (!(start === '' ? /[a-z]/ : /[a-z\d+.-]/).test(letter)) return decided;
  if (start === fromValue) return start;
  return beginnings.has(start + letter) ? start + letter : harmless;
}

/** Whether what follows is run or shown as a document, as far as it was read. */
export function leadsToProgram(start: string): boolean {
  return start === isProgramCode || start.startsWith('data:');
}

/** Whether no value can be, or complete, the scheme of the address; a host may still follow. */
export function isDecided(start: string): boolean {
  return start === decided || behindSlashes.has(start);
}

/** The beginning of an address in which the default of a placeholder is read. */
export function addressBeforeDefault(start: string): string {
  return isInHost(start) ? hostBeforeDefault(start) : start;
}

/** The beginning of an address after the value of a placeholder, by its number. */
export function addressBehindValue(start: string, index: number): string {
  const read = withoutEntity(start);
  if (isInHost(read)) return hostBehindValue(read, index);
  if (read === oneSlash || read === behindStep) return behindStep;
  if (isDecided(read)) return decided;
  return leadsToProgram(read) ? read : fromValue;
}

function readSlash(start: string, character: string): string {
  return (isSlash(character) && behindSlashes.get(start)) || decided;
}

function readColon(start: string): string {
  if (start === fromValue) return schemeFromValue;
  if (programSchemes.has(start)) return isProgramCode;
  if (hostSchemes.has(start)) return hostOpen;
  if (start === 'data') return 'data:';
  return start === '' ? decided : scheme;
}

function readData(start: string): string {
  if (start === picture) return decided;
  return picture.startsWith(start) ? start : isProgramCode;
}
