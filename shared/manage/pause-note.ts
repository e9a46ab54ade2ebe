import { maxNoteCharacters } from '../engine/limits.ts';
import type { Pause } from '../pause.ts';
import { ManageError } from './manage-error.ts';
import { nameProblem } from './name.ts';

/** A pause that begins now. Throws a `ManageError` for a note that is too long, or not on one line. */
export function newPause(
  now: Date,
  { by, note = '' }: { by: string; note?: string | undefined },
): Pause {
  const trimmed = checkNote(note);
  return { at: now.toISOString(), by, ...(trimmed !== '' && { note: trimmed }) };
}

/** The trimmed note; an empty one is none. Throws like `newPause`. */
export function checkNote(note: string): string {
  const trimmed = note.trim();
  const problem = trimmed === '' ? null : nameProblem(trimmed, maxNoteCharacters);
  if (problem === null) return trimmed;
  const message = `The note ${problem}`;
  throw new ManageError(message, [{ code: 'bad-text', field: 'note', message }]);
}
