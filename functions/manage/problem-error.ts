import { type FieldProblem, type ProblemCode, problems } from './contracts/problem.ts';

export interface ProblemOptions {
  /** More than the title says. */
  detail?: string | undefined;
  errors?: readonly FieldProblem[];
  /** With `stale` alone. */
  revision?: number | undefined;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** A refusal of the dashboard's interface on its way to the page. */
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

/** The problem `invalid`, with everything that is wrong. */
export function invalid(...errors: readonly FieldProblem[]): ProblemError {
  return new ProblemError('invalid', { errors });
}
