import type { SourceProblem, TemplateProblemCode } from './template-problem.ts';

/**
 * Authors do not read more problems than this, and a hostile source could have one at every second
 * character.
 */
const maxProblems = 100;

/** Collects the problems of one source by offset, and finds their lines and columns at the end. */
export class ProblemList {
  private readonly source: string;
  private readonly found: { offset: number; code: TemplateProblemCode; message: string }[] = [];

  constructor(source: string) {
    this.source = source;
  }

  add(offset: number, code: TemplateProblemCode, message: string): void {
    this.found.push({ offset, code, message });
  }

  get isEmpty(): boolean {
    return this.found.length === 0;
  }

  /** In the order of the source; at most a hundred. */
  inOrder(): SourceProblem[] {
    const first = this.found.toSorted((a, b) => a.offset - b.offset).slice(0, maxProblems);
    let line = 1;
    let lineStart = 0;
    return first.map(({ offset, code, message }) => {
      for (let next = this.lineAfter(lineStart); next <= offset; next = this.lineAfter(lineStart)) {
        line += 1;
        lineStart = next;
      }
      return { code, line, column: offset - lineStart + 1, message };
    });
  }

  private lineAfter(offset: number): number {
    const end = this.source.indexOf('\n', offset);
    return end === -1 ? Number.POSITIVE_INFINITY : end + 1;
  }
}
