import { type AwsFaultKind, awsFault } from '../../shared/adapters/aws-fault.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';

/** Where things stand when work on a stack is cut off, and what goes on from there. */
export interface Standing {
  /** One sentence without a full stop: `Nothing was changed`. */
  left: string;
  /** `run deploy again to follow it`. */
  next: string;
  /** Aborted by Ctrl-C. */
  interrupted?: AbortSignal;
}

/**
 * Does work that asks AWS. Where the session expires, the network fails or somebody presses Ctrl-C, one
 * sentence says what that leaves behind, and how to go on.
 *
 * @throws {ManageError} with that sentence; anything else as the work threw it
 */
export async function explained<T>(standing: Standing, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explanationOf(error, standing) ?? error;
  }
}

const causes: Partial<Record<AwsFaultKind, { what: string; fix: string }>> = {
  expired: { what: 'The AWS session has expired', fix: 'sign in again (aws sso login)' },
  'no credentials': {
    what: 'There are no AWS credentials any more',
    fix: 'sign in again (aws sso login)',
  },
  'no answer': { what: 'AWS gives no answer', fix: 'check the network' },
  'no such host': { what: 'The network does not find AWS', fix: 'check the network' },
};

/** The innermost explanation knows best where things stand. */
class Explanation extends ManageError {}

function explanationOf(error: unknown, { left, next, interrupted }: Standing): Explanation | null {
  if (error instanceof Explanation) return null;
  // Ctrl-C is behind whatever failed after it.
  if (interrupted?.aborted) {
    return new Explanation(`Interrupted. ${left}`, [], { hint: next, cause: error });
  }
  if (error instanceof ManageError) return null;
  const known = causes[awsFault(error).kind];
  if (!known) return null;
  return new Explanation(`${known.what}. ${left}`, [], {
    hint: `${known.fix}, and ${next}`,
    cause: error,
  });
}
