import type { QueryClient } from '@tanstack/react-query';
import { type FieldProblem, problem } from '../../../functions/manage/contracts/problem.ts';

export class ServiceProblem extends Error {
  declare readonly code: string;
  declare readonly status: number;
  declare readonly detail: string | undefined;
  declare readonly requestId: string | null;
  declare readonly errors: readonly FieldProblem[];
  /** With the code `stale`: the revision that another user saved. */
  declare readonly revision: number | undefined;

  constructor({ title, ...fields }: Omit<ServiceProblem, 'name' | 'message'> & { title: string }) {
    super(title);
    Object.assign(this, fields, { name: 'ServiceProblem' });
  }
}

/** No answer arrived: the result of the request is unknown. */
export class Unreachable extends Error {
  constructor(cause: unknown, message = 'The service could not be reached') {
    super(message, { cause });
    this.name = 'Unreachable';
  }
}

/** The service's answer has an unknown form: the page and the service differ in their versions. */
export class OtherVersion extends Error {
  constructor(cause: Error) {
    super('This page and the service are of different versions: reload the page', { cause });
    this.name = 'OtherVersion';
  }
}

/** An answer of another program, such as a proxy, becomes a plain problem. */
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

export function errorAt(error: unknown, pointer: string): string | undefined {
  if (!(error instanceof ServiceProblem)) return undefined;
  return error.errors.find((each) => each.pointer === pointer)?.detail;
}

export function errorWithin(error: unknown, pointer: string): string | undefined {
  if (!(error instanceof ServiceProblem)) return undefined;
  return error.errors.find((each) => `${each.pointer}/`.startsWith(`${pointer}/`))?.detail;
}

/** The code of the service's problem; null for any other error. */
export const codeOf = (error: unknown) => (error instanceof ServiceProblem ? error.code : null);

export const retryPauseMs = 5_000;

/** Whether the same request may succeed later: after a fault, or after too many requests at once. */
export function isTransient(error: unknown): boolean {
  if (error instanceof Unreachable) return true;
  return error instanceof ServiceProblem && (error.status >= 500 || error.status === 429);
}

/** Whether the service may have carried out the request, although its answer was lost. */
export function isUncertain(error: unknown): boolean {
  return error instanceof Unreachable || (error instanceof ServiceProblem && error.status >= 500);
}

/** A page without data shows the error itself. */
export const hasOldData = (queries: QueryClient): boolean =>
  queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .some(({ state: { data, error } }) => data !== undefined && isTransient(error));
