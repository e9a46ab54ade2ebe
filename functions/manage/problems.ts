import { Refusal, type RefusalCode } from '../../shared/engine/errors.ts';
import { answer } from '../../shared/http/answer.ts';
import type { ProxyAnswer } from '../../shared/http/proxy.ts';
import { ManageError, type ManageProblem } from '../../shared/manage/manage-error.ts';
import type { Right } from '../../shared/people/roles.ts';
import {
  type FieldProblem,
  type Problem,
  type ProblemCode,
  problems,
} from './contracts/problem.ts';

/** Any error as a `ProblemError`: `internal` if it is no refusal. `place` of the fields: `/query`; empty: the body. */
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
    detail,
    requestId,
    errors: [...errors],
    revision,
  };
  return answer(status, JSON.stringify(body), requestId, {
    'content-type': 'application/problem+json',
    ...headers,
  });
}

/** Gives each problem a JSON Pointer; `parts` is that of the template in the body, `fields` that of other fields. */
export function fieldProblems(
  found: readonly ManageProblem[],
  { parts = '', fields = '' }: { parts?: string; fields?: string } = {},
): FieldProblem[] {
  return found.map(
    ({ code, part, language, field, pointer = '', message, line, column, origin }) => ({
      pointer: `${part ? `${parts}${language ? `/languages/${language}` : ''}/${part}` : ''}${field ? `${fields}/${field}` : ''}${pointer}`,
      detail: message,
      code,
      line,
      column,
      origin: origin && shownOrigin(origin),
    }),
  );
}

function shownOrigin({ templateId, ...place }: NonNullable<ManageProblem['origin']>) {
  return { id: templateId, ...place };
}

/** The answer does not repeat an unknown id: it may be any text. */
function fromManageError(thrown: ManageError, place: string): ProblemError {
  const { code, message: detail, details, revision, cause } = thrown;
  if (code === 'unknown') return new ProblemError('not_found', { cause });
  if (code === 'own_draft') return new ProblemError(code, { cause });
  if (code === 'late' || code === 'used' || code === 'needs_approval') {
    return new ProblemError(code, { detail, cause });
  }
  if (code === 'stale') return new ProblemError('stale', { revision, cause });
  const errors =
    details.length > 0 ? fieldProblems(details, { fields: place }) : [{ pointer: '', detail }];
  return new ProblemError(code, { errors, cause });
}

/** A refusal with any other code is `invalid`. */
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
  detail?: string | undefined;
  errors?: readonly FieldProblem[];
  /** Only with `stale`: the current revision. */
  revision?: number | undefined;
  headers?: Record<string, string>;
  /** Only with `not_permitted`; only the log shows it. */
  denied?: Right;
  cause?: unknown;
}

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

/** The problem `not_permitted`, with a sentence, for the right that is missing. */
export const notPermitted = (denied: Right, detail: string) =>
  new ProblemError('not_permitted', { detail, denied });

/** The problem `invalid`, with all mistakes of a request. */
export function invalid(...errors: readonly FieldProblem[]): ProblemError {
  return new ProblemError('invalid', { errors });
}
