import { Refusal } from '../../../shared/engine/errors.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { problemLine, toFailure } from '../../terminal/failure.ts';

/** Why a tool could not do its work. */
export interface ToolFailure {
  /** One sentence of postrider's own. It may repeat what the agent sent. */
  error: string;
  /** Text that may quote templates, variables, or a service such as AWS. */
  untrusted?: { problems: string[] };
}

/** A failure whose cause may quote templates, variables, or a service. */
export class QuotedFailure extends Error {
  constructor(sentence: string, cause: unknown) {
    super(sentence, { cause });
    this.name = 'QuotedFailure';
  }
}

/** The failure of a tool, from any value that its work threw. */
export function toolFailure(thrown: unknown): ToolFailure {
  if (thrown instanceof ManageError) {
    const { message: error, details } = thrown;
    const problems = details.filter(({ field }) => field === undefined).map(problemLine);
    return { error, ...(problems.length > 0 && { untrusted: { problems } }) };
  }
  if (thrown instanceof Refusal) {
    return {
      error: 'The template cannot be rendered with these variables',
      untrusted: { problems: [thrown.message] },
    };
  }
  const isQuoted = thrown instanceof QuotedFailure;
  const { error: problem } = toFailure(isQuoted ? thrown.cause : thrown);
  return {
    error: isQuoted ? thrown.message : 'The call failed',
    untrusted: { problems: [problem] },
  };
}
