import type { CompiledTemplate } from './compiled-template.ts';

/** A string's header, and the slot that refers to it; V8 pads to 8 bytes. */
const stringBytes = 24;

/** A step that is no text, with its own strings' slots; or a variable's entry. */
const objectBytes = 160;

/**
 * About how many bytes of heap a compiled template takes, as it is after it was read from JSON. It
 * is an estimate from above, for a cache that is bounded in bytes.
 */
export function compiledBytes(template: CompiledTemplate): number {
  return bytesOf(template);
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return stringBytes + value.length * (isWide(value) ? 2 : 1);
  if (typeof value !== 'object' || value === null) return 8;
  let bytes = objectBytes;
  for (const part of Object.values(value)) bytes += bytesOf(part);
  return bytes;
}

/** V8 keeps a string in two bytes a character once a single one needs them. */
function isWide(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range that fits into one byte
  return /[^\u0000-\u00ff]/.test(text);
}
