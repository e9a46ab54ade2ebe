import { stackDescription } from '../../lib/settings.ts';
import type { StackState } from '../../shared/adapters/cloudformation.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';

/** What a deployment may do with the stack as it is. */
export type Readiness = 'create' | 'update' | 'wait';

/** Whether this is a stack of ours; one that was only begun to be planned has nothing in it yet. */
export function isOurs({ status, description }: StackState): boolean {
  return status === 'REVIEW_IN_PROGRESS' || description === stackDescription;
}

/** @throws {ManageError} for a stack of another's */
export function expectOurs(stack: string, state: StackState): void {
  if (isOurs(state)) return;
  throw new ManageError(
    `The name ${stack} is taken by a stack that is none of postrider's: choose another stackName in settings.json`,
  );
}

/**
 * Whether a stack can be deployed. One whose creation failed is begun anew: nothing is in it but
 * what is kept, which is taken in again.
 *
 * @throws {ManageError} for a stack of another's, and for one that a person has to mend first
 *
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html
 */
export function readinessOf(stack: string, state: StackState | null): Readiness {
  if (state === null) return 'create';
  expectOurs(stack, state);
  const { status } = state;
  if (['REVIEW_IN_PROGRESS', 'CREATE_FAILED', 'ROLLBACK_COMPLETE'].includes(status))
    return 'create';
  // Its answers do not depend on what is cleaned up behind it.
  if (isSettled(status)) {
    const mend = mends[status];
    if (mend) throw new ManageError(`The stack ${stack} is ${status}: ${mend(stack)}`);
    return 'update';
  }
  return 'wait';
}

/** Whether CloudFormation has come to an end with it. */
export function isSettled(status: string): boolean {
  return !status.endsWith('_IN_PROGRESS') || status === 'REVIEW_IN_PROGRESS';
}

/** Whether that end is the one that a deployment wants. */
export function isDeployed(status: string): boolean {
  return ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'IMPORT_COMPLETE'].includes(status);
}

const destroyAgain = (stack: string) =>
  `remove it with npm run -s postrider -- destroy --stack ${stack}, then deploy again`;

/** What a person has to do about a state that CloudFormation does not leave by itself. */
const mends: Record<string, (stack: string) => string> = {
  ROLLBACK_FAILED: destroyAgain,
  DELETE_FAILED: destroyAgain,
  UPDATE_ROLLBACK_FAILED: (stack) =>
    `finish the rollback with aws cloudformation continue-update-rollback --stack-name ${stack}, then deploy again`,
  UPDATE_FAILED: (stack) =>
    `undo the update with aws cloudformation rollback-stack --stack-name ${stack}, then deploy again`,
  IMPORT_ROLLBACK_FAILED: destroyAgain,
};
