import { type LimitedPart, type Refusal, refuse } from '../../errors.ts';
import { maxRenderedBytes } from '../../limits.ts';

const MB = 2 ** 20;

/** The refusal of a part that became too large. */
export function tooLarge(part: LimitedPart): Refusal {
  return refuse('overLimit', part, `${maxRenderedBytes / MB} MB`);
}

/** Refuses finished text that is over the limit in UTF-8; returns it otherwise. */
export function checkBytes(part: LimitedPart, text: string): string {
  const mayExceed = text.length * 3 > maxRenderedBytes;
  if (mayExceed && utf8Bytes(text) > maxRenderedBytes) throw tooLarge(part);
  return text;
}

/** The size of a text in UTF-8, in bytes; it works in Node and in a browser. */
export const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;
