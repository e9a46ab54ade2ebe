import type { Asked } from './asked.ts';
import { invalid, ProblemError } from './problem-error.ts';

/**
 * The revision that a change starts from (RFC 9110 §13.1.1): a template's ETag. A weak one counts
 * as well, because a proxy that compresses makes it so.
 *
 * Throws the problems `precondition_required` and `invalid`.
 */
export function ifMatch(asked: Asked): number {
  const value = asked.header('if-match');
  if (value === undefined) throw new ProblemError('precondition_required');
  const revision = /^(?:W\/)?"([1-9]\d{0,7})"$/.exec(value.trim())?.[1];
  if (revision !== undefined) return Number(revision);
  throw invalid({ pointer: '', detail: 'If-Match must be one ETag of the template, such as "3"' });
}
