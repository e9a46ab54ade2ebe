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

/**
 * Translates any error of a request: problems stay, refusals of the engine and of `shared/manage` are mapped
 * by their codes, all other errors become a fault without details. `place` is where the request has the
 * fields that a refusal names: `/query`, or nothing for the body.
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

/** Problems with JSON Pointers: `parts` and `fields` are where the body has the template and other fields. */
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

/** The answer does not repeat an unknown id: it may be any text. */
function fromManageError(thrown: ManageError, place: string): ProblemError {
  const { code, message: detail, details, revision, cause } = thrown;
  if (code === 'unknown') return new ProblemError('not_found', { cause });
  if (code === 'stale') return new ProblemError('stale', { revision, cause });
  const errors =
    details.length > 0 ? fieldProblems(details, { fields: place }) : [{ pointer: '', detail }];
  return new ProblemError(code, { errors, cause });
}

/** The codes of refusals here; all others are `invalid`. */
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

interface ProblemOptions {
  /** Adds to the title. */
  detail?: string | undefined;
  errors?: readonly FieldProblem[];
  /** Only with `stale`. */
  revision?: number | undefined;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** A problem that a request is refused with. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly options: ProblemOptions;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(problems[code].title, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ProblemError';
    this.code = code;
    this.options = options;
  }
}

/** The problem `invalid`, with all mistakes of a request. */
export function invalid(...errors: readonly FieldProblem[]): ProblemError {
  return new ProblemError('invalid', { errors });
}
