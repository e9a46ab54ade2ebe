import { stackDescription } from '../../../lib/settings.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import type { StackState } from '../../aws/cloudformation.ts';
import { program } from '../../terminal/options.ts';

/** What a deployment may do with a stack that CloudFormation has come to an end with. */
export type Readiness =
  | 'create'
  | 'update'
  /** The rest of a creation that failed, which has to go first. */
  | 'clear away';

/** Whether this is a stack of ours; one that was only begun to be planned has nothing in it yet. */
export function isOurs({ status, description }: StackState): boolean {
  return status === 'REVIEW_IN_PROGRESS' || description === stackDescription;
}

/** @throws {ManageError} for a stack of another's */
export function expectOurs(stack: string, state: StackState, hint: string): void {
  if (isOurs(state)) return;
  throw new ManageError(`The stack ${stack} is not one of postrider's, and stays as it is`, [], {
    hint,
  });
}

/**
 * What a deployment may do with a stack. CloudFormation never updates one of which the creation failed.
 *
 * @throws {ManageError} for a state in which a person has to do something first
 *
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html
 */
export function readinessOf(stack: string, region: string, state: StackState | null): Readiness {
  if (state === null || state.status === 'REVIEW_IN_PROGRESS') return 'create';
  const { status } = state;
  if (['CREATE_FAILED', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'].includes(status)) {
    return 'clear away';
  }
  const way = ways[status];
  if (way === undefined) return 'update';
  throw new ManageError(`The stack ${stack} is ${status}: ${way(`${stack} --region ${region}`)}`);
}

/** Whether CloudFormation has come to an end with it. */
export function isSettled(status: string): boolean {
  return !status.endsWith('_IN_PROGRESS') || status === 'REVIEW_IN_PROGRESS';
}

/** Whether that end is the one that a deployment wants. */
export function isDeployed(status: string): boolean {
  return ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'IMPORT_COMPLETE'].includes(status);
}

const destroyFirst = (stack: string) =>
  `run ${program} destroy --stack ${stack}, then deploy again`;

/** What a person has to do about a state that CloudFormation does not leave by itself. */
const ways: Record<string, (stack: string) => string> = {
  DELETE_FAILED: destroyFirst,
  UPDATE_ROLLBACK_FAILED: (stack) =>
    `finish the rollback with aws cloudformation continue-update-rollback --stack-name ${stack}, then deploy again`,
  UPDATE_FAILED: (stack) =>
    `undo the update with aws cloudformation rollback-stack --stack-name ${stack}, then deploy again`,
  IMPORT_ROLLBACK_FAILED: destroyFirst,
};
