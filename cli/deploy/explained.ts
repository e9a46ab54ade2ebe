import { type AwsFaultKind, awsFault, faultReason } from '../../shared/adapters/aws-fault.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';

/** The state in which work on a stack is interrupted, and how to continue. */
export interface Standing {
  /** One sentence without a full stop: `Nothing was changed`. */
  left: string;
  /** `run deploy again to follow it`. */
  next: string;
  /** Aborted by Ctrl-C. */
  interrupted?: AbortSignal;
}

/**
 * Does work that calls AWS. If the session expires, the network fails or the person presses Ctrl-C, one
 * sentence says what state that leaves, and how to continue.
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

const fixes: Partial<Record<AwsFaultKind, string>> = {
  expired: 'sign in again (aws sso login)',
  'no credentials': 'sign in again (aws sso login)',
  'no answer': 'check the network',
  'no such host': 'check the network',
};

/** The innermost explanation knows the state best. */
class Explanation extends ManageError {}

function explanationOf(error: unknown, { left, next, interrupted }: Standing): Explanation | null {
  if (error instanceof Explanation) return null;
  // Ctrl-C caused whatever failed after it.
  if (interrupted?.aborted) {
    return new Explanation(`Interrupted. ${left}`, [], { hint: next, cause: error });
  }
  if (error instanceof ManageError) return null;
  const fault = awsFault(error);
  const fix = fixes[fault.kind];
  if (fix === undefined) return null;
  const hint = `${fix}, and ${next}`;
  return new Explanation(`${faultReason(fault).reason}. ${left}`, [], { hint, cause: error });
}
