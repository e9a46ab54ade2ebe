import { decided, readCharacter, schemeFromValue } from './address-start.ts';
import { readDecoded } from './entity.ts';

/** What is read before the address in the brackets of `url()`; how it begins is read behind. */
const bracket = 'url(';

/** A colon in these brackets makes a scheme of what a value printed. */
export const styleSchemeFromValue = bracket + schemeFromValue;

/** The address in these brackets has begun. */
export const styleDecided = bracket + decided;

/** How far `url(` and the beginning of its address were read in a style, with one more character. */
export function readStyle(read: string, character: string): string {
  if (isInsideUrl(read)) return readUrl(read.slice(bracket.length), character);
  const letter = character.toLowerCase();
  if (bracket.startsWith(read + letter)) return read + letter;
  return letter === 'u' ? letter : '';
}

function readUrl(start: string, character: string): string {
  if (character === ')') return '';
  const isQuote = character === '"' || character === "'";
  return bracket + (isQuote ? start : readCharacter(start, character));
}

/** The same in a `style` attribute, where entities are read before the style is. */
export function readStyleAttribute(read: string, character: string): string {
  return readDecoded(read, character, {
    readCharacter: readStyle,
    readsEntities: () => true,
    signal: styleSchemeFromValue,
  });
}

/** Whether what was read of a style ends in the brackets of `url()`. */
export function isInsideUrl(read: string): boolean {
  return read.startsWith(bracket);
}

/** What was read of an address in such brackets; null outside of them. */
export function addressIn(read: string): string | null {
  return isInsideUrl(read) ? read.slice(bracket.length) : null;
}

/** What was read of a style, up to the same address with another beginning. */
export function withAddress(start: string): string {
  return bracket + start;
}
