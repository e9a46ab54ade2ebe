import { type FieldProblem, problem } from '../../../functions/manage/contracts/problem.ts';

/** A refusal of the service, or a fault, with everything that it says about it. */
export class ServiceProblem extends Error {
  readonly code: string;
  readonly status: number;
  readonly detail: string | undefined;
  readonly requestId: string | null;
  readonly errors: readonly FieldProblem[];
  /** With the code `stale`: the revision that someone else saved. */
  readonly revision: number | undefined;

  constructor(fields: Omit<ServiceProblem, 'name' | 'message'> & { title: string }) {
    super(fields.title);
    this.name = 'ServiceProblem';
    this.code = fields.code;
    this.status = fields.status;
    this.detail = fields.detail;
    this.requestId = fields.requestId;
    this.errors = fields.errors;
    this.revision = fields.revision;
  }
}

/** The service was not reached, or its answer did not arrive: nobody knows what came of the request. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('The service could not be reached', { cause });
    this.name = 'Unreachable';
  }
}

/** Reads what a failed answer says; one that is none of ours (a proxy's page) becomes a plain one. */
export function problemOf(status: number, body: unknown): ServiceProblem {
  const read = problem.safeParse(body);
  if (read.success) {
    const { detail, revision, ...rest } = read.data;
    return new ServiceProblem({ ...rest, detail, revision });
  }
  return new ServiceProblem({
    code: status === 401 ? 'signed_out' : 'internal',
    status,
    title: status === 401 ? 'Sign in first' : `The service answered with status ${status}`,
    detail: undefined,
    requestId: null,
    errors: [],
    revision: undefined,
  });
}

/** What stands at a place of the request: the first sentence for its pointer. */
export function errorAt(error: unknown, pointer: string): string | undefined {
  if (!(error instanceof ServiceProblem)) return undefined;
  return error.errors.find((each) => each.pointer === pointer)?.detail;
}

/** What failed in passing is asked again by itself, so long after the last time. */
export const askAgainMs = 5_000;

/** Whether trying the very same again may go better: after a fault, or where it was too many at once. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Unreachable) return true;
  return error instanceof ServiceProblem && (error.status >= 500 || error.status === 429);
}
