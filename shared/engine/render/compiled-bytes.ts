import type { TemplatePrograms } from './compiled-template.ts';

/** What V8 adds to a string's characters: its header, and rounding up to 8 bytes. */
const stringBytes = 24;

/** A reference from an object or an array; a small number takes no more. */
const slotBytes = 8;

/** An array with its list of elements, or an object with room for more fields than it has. */
const objectBytes = 80;

/**
 * About how many bytes of heap the programs of a template take once they are read from JSON; for a
 * cache that is bounded in bytes. Measured on mails, it is up to a third more than the heap's own
 * figure, never less.
 */
export function compiledBytes({ subject, html, text }: TemplatePrograms): number {
  return bytesOf([subject, html, text]);
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return stringBytesOf(value);
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.values(value);
  return parts.reduce((bytes, part) => bytes + slotBytes + bytesOf(part), objectBytes);
}

/** `JSON.parse` makes each short string once and shares it. */
function stringBytesOf(text: string): number {
  return text.length <= 10 ? 0 : stringBytes + text.length * (isWide(text) ? 2 : 1);
}

/** V8 keeps a string in two bytes a character once a single one needs them. */
function isWide(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range that fits into one byte
  return /[^\u0000-\u00ff]/.test(text);
}
