import type { FlowProblemCode } from '../engine/flow/flow-error.ts';
import type { SourcePlace, TemplateProblemCode } from '../engine/render/syntax/template-problem.ts';
import type { PartName } from '../engine/template-parts.ts';

/** The closed list of problems that an operator's request can have. */
export type ManageProblemCode =
  | FlowProblemCode
  | TemplateProblemCode
  | 'bad-id'
  | 'bad-language'
  /** A variable that only some of a template's languages require. */
  | 'language-variable'
  | 'duplicate-id'
  | 'bad-name'
  | 'bad-text'
  | 'bad-address'
  | 'bad-scope'
  /** An option that the mode of the key does not have, or too much of it. */
  | 'bad-test-key'
  | 'bad-cursor'
  | 'bad-keep'
  | 'bad-secret'
  | 'bad-tags'
  | 'bad-time'
  | 'bad-type'
  | 'empty'
  | 'missing-variable'
  | 'no-sender'
  | 'bad-sender'
  | 'changed-meanwhile'
  /** A file or folder of a template that cannot be read, written or used. */
  | 'bad-file'
  /** A feature of another service's template that postrider does not have. */
  | 'not-imported'
  /** A line of an export that cannot be imported. */
  | 'bad-line'
  /** A line that the CDK printed before it failed. */
  | 'cdk-output';

export interface ProblemPlace {
  templateId?: string;
  part?: PartName | 'id';
  /** The language of `part`; absent for the default content. */
  language?: string;
  /** The field of a request that has no template: `name`, `address`. */
  field?: string;
  /** The file, if the template was read from files. */
  file?: string;
  /** From 1, within the file or, without one, within the part. */
  line?: number;
  column?: number;
  /** A JSON Pointer (RFC 6901) into the flow. */
  pointer?: string;
  /** The partial that `line` and `column` are in. Default: the template. */
  partial?: string;
  /** The places that take the partial, innermost first. */
  takenBy?: readonly TakerPlace[];
  /** The place of the problem, if it is in another template or partial than the saved one. */
  origin?: { templateId: string; line?: number; column?: number };
}

export interface TakerPlace extends SourcePlace {
  /** The file, if the template was read from files. */
  file?: string;
}

export interface ManageProblem extends ProblemPlace {
  code: ManageProblemCode;
  /** A sentence that says what to do. */
  message: string;
}

/** Why a request cannot be carried out, for code that acts on it. */
export type ManageErrorCode =
  | 'invalid'
  | 'unknown'
  | 'taken'
  | 'stale'
  | 'late'
  | 'used'
  | 'needs_approval'
  | 'own_draft';

export interface ManageErrorOptions {
  /** Default: `invalid`. */
  code?: ManageErrorCode;
  /** What to do about it; only the CLI prints it. */
  hint?: string;
  /** With `stale`: the current revision. */
  revision?: number | undefined;
  /** Whether the sentence tells every problem and its place. Default: false. */
  namesProblems?: boolean;
  cause?: unknown;
}

/** A request that cannot be carried out, not by the service's fault. The message says how to fix it. */
export class ManageError extends Error {
  readonly details: readonly ManageProblem[];
  readonly code: ManageErrorCode;
  readonly hint: string | undefined;
  readonly revision: number | undefined;
  readonly namesProblems: boolean;

  constructor(
    sentence: string,
    details: readonly ManageProblem[] = [],
    { code = 'invalid', hint, revision, namesProblems = false, cause }: ManageErrorOptions = {},
  ) {
    super(sentence, cause === undefined ? undefined : { cause });
    this.name = 'ManageError';
    this.details = details;
    this.code = code;
    this.hint = hint;
    this.revision = revision;
    this.namesProblems = namesProblems;
  }
}

/** The error for a cursor that no page of this list returned. */
export function badCursor(): ManageError {
  const message = 'The cursor is not from this list: take the one at the end of a page';
  return new ManageError(message, [{ code: 'bad-cursor', field: 'cursor', message }]);
}
