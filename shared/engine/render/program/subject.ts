import { refuse } from '../../errors.ts';
import { maxSubjectCharacters } from '../../limits.ts';
import type { Variables } from './look-up.ts';
import { PlainOutput } from './output.ts';
import type { Program } from './program.ts';
import { runProgram } from './run-program.ts';

/** C0, DEL, C1 and the line and paragraph separators, which some clients break lines at. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Tested before the replacement, because few subjects match and the test is much faster. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const untidy = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|^\s|\s$/;

/**
 * Renders a template's subject to one line.
 *
 * @throws {Refusal} like `runProgram`, and `overLimit` if it is longer than a header line
 */
export function renderSubject(program: Program, variables: Variables, missing: string[]): string {
  return subjectLine(runProgram(program, variables, new PlainOutput('subject'), missing));
}

/**
 * The subject for a header: control characters become one space, the ends are trimmed.
 *
 * @throws {Refusal} `overLimit` if it is longer than a header line
 */
export function subjectLine(subject: string): string {
  const line = untidy.test(subject) ? subject.replace(controls, ' ').trim() : subject;
  if (line.length > maxSubjectCharacters && [...line].length > maxSubjectCharacters) {
    throw refuse('overLimit', 'subject', `${maxSubjectCharacters} characters`);
  }
  return line;
}
