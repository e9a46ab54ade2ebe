/** The parts of a template that hold placeholders. */
export type TemplatePart = 'subject' | 'html' | 'text';

/** The closed list of what can be wrong with a template's source. */
export type TemplateProblemCode =
  | 'tag-not-closed'
  | 'partial'
  | 'delimiters'
  | 'bad-name'
  | 'section-default'
  | 'section-not-closed'
  | 'section-not-open'
  | 'sections-too-deep'
  | 'unsafe-place'
  | 'too-large'
  | 'too-many-variables';

/** What is wrong at one place of a template, and what to write instead. */
export type SourceProblem = {
  readonly code: TemplateProblemCode;
  /** Counted from 1; lines end with a line feed. */
  readonly line: number;
  /** Counted from 1, in UTF-16 code units as editors count. */
  readonly column: number;
  readonly message: string;
};

export type TemplateProblem = SourceProblem & { readonly part: TemplatePart };

/** A template that cannot be compiled. It is thrown when one is saved, never while one is served. */
export class TemplateSyntaxError extends Error {
  /** All that was found, by part and position; of each part at most the first hundred. */
  readonly problems: readonly TemplateProblem[];

  constructor(problems: readonly TemplateProblem[]) {
    super(problems.map(describeProblem).join('\n'));
    this.name = 'TemplateSyntaxError';
    this.problems = problems;
  }
}

function describeProblem({ part, line, column, message }: TemplateProblem): string {
  return `${part} ${line}:${column} ${message}`;
}
