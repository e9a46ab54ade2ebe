import { maxJsonDepth } from '../../limits.ts';
import { excerpt } from './excerpt.ts';

/**
 * What no name holds: white space (the Mustache specification, interpolation.yml: "a non-whitespace
 * character sequence"), and what betrays markup or an expression inside the braces.
 */
const foreign = /[\s\p{Cc}\p{Cs}\p{Co}{}<>&"'`()[\],;=\\]/u;

/**
 * Why `name` cannot name a variable, with what to write instead, as a sentence without its end;
 * null where it can. `.` alone is the current item, other dots lead into a value.
 */
export function nameProblem(name: string): string | null {
  if (name === '.') return null;
  if (name === '') return 'This tag names no variable: write the name of one';
  const shown = excerpt(name);
  const found = name.match(foreign)?.[0];
  if (found !== undefined) {
    return `"${shown}" is no name, it holds ${describe(found)}: write the name of a variable alone`;
  }
  const parts = name.split('.');
  if (parts.includes('')) return `"${shown}" has a dot without a name on both sides: write a.b`;
  if (parts.length > maxJsonDepth) {
    return `"${shown}" has more than ${maxJsonDepth} parts, deeper than a request may nest: write fewer`;
  }
  return null;
}

function describe(character: string): string {
  if (/\s/.test(character)) return 'white space';
  return /[\p{Cc}\p{Cs}\p{Co}]/u.test(character) ? 'an invisible character' : character;
}

/** The properties that a name leads through; none for `.`, null where the name itself is the one. */
export function pathOf(name: string): readonly string[] | null {
  if (name === '.') return [];
  return name.includes('.') ? name.split('.') : null;
}
