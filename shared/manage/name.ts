import { maxNameCharacters } from '../engine/limits.ts';
import { ManageError } from './manage-error.ts';

/** The problem with a name or a note, as the end of a sentence; null if it is valid. */
export function nameProblem(name: string, maxCharacters = maxNameCharacters): string | null {
  if (name.trim() === '') return 'must not be empty';
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) return 'must be on one line, without control characters';
  if (!name.isWellFormed()) return 'must be well-formed Unicode';
  if ([...name].length > maxCharacters) {
    return `must not have more than ${maxCharacters} characters`;
  }
  return null;
}

/** The name without the white space around it. Throws a `ManageError` for an invalid name. */
export function checkName(name: string): string {
  const problem = nameProblem(name);
  if (problem) {
    throw new ManageError(`The name ${problem}`, [
      { code: 'bad-name', field: 'name', message: `The name ${problem}` },
    ]);
  }
  return name.trim();
}
