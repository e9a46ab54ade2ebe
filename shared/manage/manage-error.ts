/** One thing that stands in the way, where several may. */
export interface ManageProblem {
  /** A sentence that says what to do. */
  message: string;
  /** The template it is about. */
  templateId?: string;
  part?: TemplatePart;
  /** What was asked for that it is about, where that is no template: `name`, `address`. */
  field?: string;
  /** The file, where the template was read from files. */
  file?: string;
  /** From 1, within the file or else within the part. */
  line?: number;
  column?: number;
  /** The place within a flow, as a JSON Pointer (RFC 6901). */
  pointer?: string;
}

/** The parts of a template that its author writes. */
export const templateParts = ['id', 'name', 'subject', 'html', 'text', 'flow', 'testData'] as const;

export type TemplatePart = (typeof templateParts)[number];

/** Why something cannot be done, for those who act on it. */
export type ManageErrorCode = 'invalid' | 'unknown' | 'taken' | 'stale';

export interface ManageErrorOptions {
  /** Default: `invalid`. */
  code?: ManageErrorCode;
  /** What to do about it at a terminal: it follows the sentence there, and only there. */
  hint?: string;
  /** With `stale`: the revision there is now. */
  revision?: number | undefined;
  cause?: unknown;
}

/**
 * What an operator asked for cannot be done, through no fault of the service: a name is unknown, a
 * template is wrong, someone else was faster. The message is one sentence with the mend in it.
 */
export class ManageError extends Error {
  readonly details: readonly ManageProblem[];
  readonly code: ManageErrorCode;
  readonly hint: string | undefined;
  readonly revision: number | undefined;

  constructor(
    sentence: string,
    details: readonly ManageProblem[] = [],
    { code = 'invalid', hint, revision, cause }: ManageErrorOptions = {},
  ) {
    super(sentence, cause === undefined ? undefined : { cause });
    this.name = 'ManageError';
    this.details = details;
    this.code = code;
    this.hint = hint;
    this.revision = revision;
  }
}
