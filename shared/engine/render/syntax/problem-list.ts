import type { TemplateProblemCode } from './template-problem.ts';

/** A problem at an offset of one source. */
export type FoundProblem = {
  readonly offset: number;
  readonly code: TemplateProblemCode;
  readonly message: string;
};

/** Collects the problems of one source. */
export class ProblemList {
  readonly found: FoundProblem[] = [];

  add(offset: number, code: TemplateProblemCode, message: string): void {
    this.found.push({ offset, code, message });
  }
}
