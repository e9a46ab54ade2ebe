import { maxReferenceCharacters } from '../engine/limits.ts';

/** Characters of any script, without control characters and halves of characters. */
const shape = new RegExp(`^[^\\p{Cc}\\p{Cs}\\u2028\\u2029]{1,${maxReferenceCharacters}}$`, 'u');

/** Whether a text can be the caller's own name of a message. */
export function isReference(text: string): boolean {
  return shape.test(text);
}

/** Why a request's `_reference` cannot be used; null if it can, or was not given. */
export function referenceProblem(
  reference: string | null | undefined,
): { ok: false; field: '_reference'; error: string } | null {
  if (!reference || isReference(reference)) return null;
  const error = `_reference must be 1 to ${maxReferenceCharacters} characters, without control characters`;
  return { ok: false, field: '_reference', error };
}
