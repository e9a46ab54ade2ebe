import * as z from 'zod/mini';

/** The closed list of problems: code, HTTP status and title. */
export const problems = {
  invalid: { status: 400, title: 'The request is invalid' },
  not_json: { status: 415, title: 'Content-Type must be application/json' },
  too_large: { status: 413, title: 'Request body is larger than 1 MB' },
  signed_out: { status: 401, title: 'Sign in first' },
  no_account: { status: 403, title: 'This user belongs to no account' },
  /** `X-Postrider-Account` names an account that the user may not open. */
  other_account: { status: 403, title: 'This user may not open this account' },
  /** The token was issued for another application. */
  not_allowed: { status: 403, title: 'This sign-in is for another application' },
  /** The user's roles lack the right; `detail` names the roles that have it. */
  not_permitted: { status: 403, title: 'Your role does not allow this' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'This resource does not support this method' },
  taken: { status: 409, title: 'The id is taken' },
  /** Templates take the partial; `detail` names them. */
  used: { status: 409, title: 'The partial is used' },
  /** The message does not wait for its time any more; `detail` has its state. */
  late: { status: 409, title: 'The message is not scheduled any more' },
  /** The account requires an approval before it serves a change; `detail` says what to do. */
  needs_approval: { status: 409, title: 'Somebody else has to approve it first' },
  own_draft: { status: 409, title: 'You saved this draft: somebody else has to approve it' },
  running: { status: 409, title: 'The same request is still running' },
  /** Another person saved first: `revision` is the current one. */
  stale: { status: 412, title: 'Someone else changed it' },
  precondition_required: { status: 428, title: 'If-Match is required' },
  key_reused: { status: 422, title: 'This Idempotency-Key was used for another request' },
  /** Too many requests of all callers together; Retry-After says when to try again. */
  too_many: { status: 429, title: 'Too many requests at once, try again' },
  /** SES refused a test mail, or its answer was lost; `detail` is the error of SES. */
  send_failed: { status: 422, title: 'The mail was not accepted' },
  no_dns_answer: { status: 503, title: 'Domain lookup failed, try again' },
  internal: { status: 500, title: 'Internal server error' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/** One mistake in a request, with its place. */
export const fieldProblem = z.object({
  /** JSON Pointer (RFC 6901) into the request's body, or `/query/<name>`; empty: the whole request. */
  pointer: z.string(),
  /** A sentence that says what to do. */
  detail: z.string(),
  /** Of a problem in a template, a flow or a field (`ManageProblemCode`). */
  code: z.optional(z.string()),
  /** From 1, within the text at `pointer`. */
  line: z.optional(z.number()),
  column: z.optional(z.number()),
  /** The place in another template or partial; `line` and `column` are then those of the tag that takes it, if any. */
  origin: z.optional(
    z.object({ id: z.string(), line: z.optional(z.number()), column: z.optional(z.number()) }),
  ),
});

export type FieldProblem = z.output<typeof fieldProblem>;

/** `application/problem+json` (RFC 9457), with all mistakes of the request. */
export const problem = z.object({
  type: z.literal('about:blank'),
  code: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.optional(z.string()),
  requestId: z.string(),
  errors: z.array(fieldProblem),
  /** Only with `stale`: the current revision. */
  revision: z.optional(z.number()),
});

export type Problem = z.output<typeof problem>;
