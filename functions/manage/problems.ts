import { Refusal, type RefusalCode } from '../../shared/engine/errors.ts';
import { answer } from '../../shared/http/answer.ts';
import type { ProxyAnswer } from '../../shared/http/proxy.ts';
import { ManageError, type ManageProblem } from '../../shared/manage/manage-error.ts';
import {
  type FieldProblem,
  type Problem,
  type ProblemCode,
  problems,
} from './contracts/problem.ts';
import { ProblemError } from './problem-error.ts';

/**
 * Translates whatever a request threw, once: problems as they are, refusals and what an operator is
 * refused by their codes, anything else as a fault without details. `place` is where the fields
 * stand that an operator's refusal names: in the body, or in the query.
 */
export function toProblem(thrown: unknown, place = ''): ProblemError {
  if (thrown instanceof ProblemError) return thrown;
  if (thrown instanceof ManageError) return fromManageError(thrown, place);
  if (thrown instanceof Refusal) return fromRefusal(thrown);
  return new ProblemError('internal', { cause: thrown });
}

/** A problem as `application/problem+json` (RFC 9457). */
export function problemAnswer({ code, options }: ProblemError, requestId: string): ProxyAnswer {
  const { status, title } = problems[code];
  const { detail, errors = [], revision, headers } = options;
  const body: Problem = {
    type: 'about:blank',
    code,
    title,
    status,
    ...(detail !== undefined && { detail }),
    requestId,
    errors: [...errors],
    ...(revision !== undefined && { revision }),
  };
  return answer(status, JSON.stringify(body), requestId, {
    'content-type': 'application/problem+json',
    ...headers,
  });
}

/** What is wrong, where the parts of a template and the other fields stand below these places. */
export function fieldProblems(
  found: readonly ManageProblem[],
  { parts = '', fields = '' }: { parts?: string; fields?: string } = {},
): FieldProblem[] {
  return found.map(({ code, part, field, pointer = '', message, line, column }) => ({
    pointer: `${part ? `${parts}/${part}` : ''}${field ? `${fields}/${field}` : ''}${pointer}`,
    detail: message,
    code,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  }));
}

/** An id that is unknown is not repeated: it is whatever somebody typed. */
function fromManageError(thrown: ManageError, place: string): ProblemError {
  const { code, message: detail, details, revision, cause } = thrown;
  if (code === 'unknown') return new ProblemError('not_found', { cause });
  if (code === 'stale') return new ProblemError('stale', { revision, cause });
  const errors =
    details.length > 0 ? fieldProblems(details, { fields: place }) : [{ pointer: '', detail }];
  return new ProblemError(code, { errors, cause });
}

/** Refusals that have a code of their own here; all others are the fault of what was sent. */
const codes: { [code in RefusalCode]?: ProblemCode } = {
  notJsonType: 'not_json',
  bodyTooLarge: 'too_large',
  notFound: 'not_found',
  templateNotFound: 'not_found',
  idempotencyKeyRunning: 'running',
  idempotencyKeyReused: 'key_reused',
  noDnsAnswer: 'no_dns_answer',
  internal: 'internal',
};

function fromRefusal(refusal: Refusal): ProblemError {
  const { cause, retryAfterSeconds, message: detail } = refusal;
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  const code = codes[refusal.code];
  if (code !== undefined) return new ProblemError(code, { headers, cause });
  return new ProblemError('invalid', { errors: [{ pointer: '', detail }], cause });
}
