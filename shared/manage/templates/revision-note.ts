import type { RevisionAuthor } from '../../adapters/tables/revision-origin.ts';
import { maxNoteCharacters } from '../../engine/limits.ts';
import { ManageError } from '../manage-error.ts';

/**
 * The author, with the note without the white space around it. An empty note is none.
 *
 * @throws {ManageError} for a note that is too long, or not on one line
 */
export function checkAuthor({ by, how, note = '' }: RevisionAuthor): RevisionAuthor {
  const problem = noteProblem(note);
  if (problem !== null) {
    const message = `The note ${problem}`;
    throw new ManageError(message, [{ code: 'bad-text', field: 'note', message }]);
  }
  const trimmed = note.trim();
  return { by, how, ...(trimmed !== '' && { note: trimmed }) };
}

function noteProblem(note: string): string | null {
  if (/[\p{Cc}\u2028\u2029]/u.test(note)) return 'must be on one line, without control characters';
  if (!note.isWellFormed()) return 'must be well-formed Unicode';
  if ([...note].length > maxNoteCharacters) {
    return `must not have more than ${maxNoteCharacters} characters`;
  }
  return null;
}
