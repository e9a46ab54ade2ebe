import { BADNAME, NODATA, NOTFOUND } from 'node:dns';
import type { LookupAnswer } from '../../engine/verify/domain-verdict.ts';

/**
 * What a failed query says about the domain. `ENOTFOUND` is NXDOMAIN, and a name that cannot be
 * sent (`EBADNAME`) cannot exist. Everything else that a query can fail with (SERVFAIL, REFUSED, an
 * unusable reply, a timeout, a server that is not there) says nothing: read as "no MX" it would
 * refuse good addresses.
 *
 * Throws what is not the outcome of a query.
 */
export function answerForError(error: unknown): LookupAnswer {
  if (!isQueryError(error)) throw error;
  if (error.code === NODATA) return 'no data';
  if (error.code === NOTFOUND || error.code === BADNAME) return 'no such domain';
  return 'no answer';
}

/** c-ares' failures name their call (`queryMx`); Node's refusal of an argument names none. */
function isQueryError(error: unknown): error is { code: unknown } {
  if (typeof error !== 'object' || error === null) return false;
  return 'code' in error && 'syscall' in error && String(error.syscall).startsWith('query');
}
