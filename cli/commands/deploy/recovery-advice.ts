import { type AwsFaultKind, awsFault, faultReason } from '../../../shared/adapters/aws-fault.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';

/** What an error tells the person if work on a stack stops early: the state of the stack, and how to continue. */
export interface Recovery {
  /** One sentence without a full stop: `Nothing was changed`. */
  left: string;
  /** `run deploy again to follow it`. */
  next: string;
  interrupted?: AbortSignal;
}

/** Does work that calls AWS. An expired session, a lost network or Ctrl-C becomes a `ManageError` with this advice. */
export async function withRecoveryAdvice<T>(
  recovery: Recovery,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explanationOf(error, recovery) ?? error;
  }
}

const fixes: Partial<Record<AwsFaultKind, string>> = {
  expired: 'sign in again (aws sso login)',
  'no credentials': 'sign in again (aws sso login)',
  'no answer': 'check the network',
  'no such host': 'check the network',
};

/** An error that has its explanation. An outer `explained` passes it on: the innermost one knows the state best. */
class Explanation extends ManageError {}

function explanationOf(error: unknown, { left, next, interrupted }: Recovery): Explanation | null {
  if (error instanceof Explanation) return null;
  // After Ctrl-C, the interruption counts as the cause of any failure.
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
