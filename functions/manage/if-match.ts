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

/**
 * Like `ifMatch`; `deleted` with `If-None-Match: *` (RFC 9110 §13.1.2), which is true only where no
 * template is served. A deleted template has no ETag: one that a page still has must not bring the
 * template back unseen.
 */
export function ifMatchOrDeleted(asked: Asked): number | 'deleted' {
  const isAny = asked.header('if-none-match')?.trim() === '*';
  return isAny && asked.header('if-match') === undefined ? 'deleted' : ifMatch(asked);
}
