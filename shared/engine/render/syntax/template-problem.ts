/** The parts of a template that hold placeholders. */
export type TemplatePart = 'subject' | 'html' | 'text';

/** The codes of all problems that a template's source can have. */
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

/** A place in a template's own source, or in that of a partial. */
export type SourcePlace = {
  /** The id of the partial or layout; without it the place is in the template's own source. */
  readonly partial?: string;
  /** The tag of the source's language, if it is not the template's default content. */
  readonly language?: string;
  /** Counted from 1; lines end with a line feed. */
  readonly line: number;
  /** Counted from 1, in UTF-16 code units as editors count. */
  readonly column: number;
};

/** A problem at one place of a template; the message says what to write instead. */
export type SourceProblem = SourcePlace & {
  readonly code: TemplateProblemCode;
  readonly message: string;
  /** The places that take the partial with the problem, innermost first; absent in the template itself. */
  readonly takenBy?: readonly SourcePlace[];
};

export type TemplateProblem = SourceProblem & { readonly part: TemplatePart };

/** The compiler throws this for a source that it cannot compile. Rendering a saved template never throws it. */
export class TemplateSyntaxError extends Error {
  /** The problems found, sorted by part and position; at most the first 100 of each part. */
  readonly problems: readonly TemplateProblem[];

  constructor(problems: readonly TemplateProblem[]) {
    super(problems.map(describeProblem).join('\n'));
    this.name = 'TemplateSyntaxError';
    this.problems = problems;
  }
}

function describeProblem({ part, message, ...problem }: TemplateProblem): string {
  const places = [problem, ...(problem.takenBy ?? [])].map(describePlace);
  return `${part} ${places.join(', in ')} ${message}`;
}

function describePlace({ partial, line, column }: SourcePlace): string {
  return `${partial === undefined ? '' : `${partial} `}${line}:${column}`;
}
