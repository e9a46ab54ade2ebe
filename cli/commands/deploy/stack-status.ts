import { stackDescription } from '../../../lib/settings/settings.ts';
import { program } from '../../../shared/command.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import type { StackState } from '../../aws/cloudformation.ts';

/** What a deployment may do with a stack that CloudFormation is done with. */
export type Readiness =
  | 'create'
  | 'update'
  /** The creation failed, and what is left of it must be removed first. */
  | 'remove and create';

/**
 * Refuses a stack that is not a postrider stack. It accepts any stack in REVIEW_IN_PROGRESS, which has no
 * resources yet.
 *
 * @throws {ManageError} for a stack that is not a postrider stack
 */
export function expectOurs(stack: string, state: StackState, hint: string): void {
  const { status, description } = state;
  if (status === 'REVIEW_IN_PROGRESS' || description === stackDescription) return;
  throw new ManageError(`The stack ${stack} is not a postrider stack, and was not changed`, [], {
    hint,
  });
}

/**
 * What a deployment may do with a stack. CloudFormation never updates a stack whose creation failed.
 *
 * @throws {ManageError} for a state that a person must fix first
 *
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html
 */
export function readinessOf(stack: string, region: string, state: StackState | null): Readiness {
  if (state === null || state.status === 'REVIEW_IN_PROGRESS') return 'create';
  const { status } = state;
  if (['CREATE_FAILED', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'].includes(status)) {
    return 'remove and create';
  }
  const way = ways[status];
  if (way === undefined) return 'update';
  throw new ManageError(`The stack ${stack} is ${status}: ${way(`${stack} --region ${region}`)}`);
}

/** Whether CloudFormation is done with a stack of this status. */
export function isSettled(status: string): boolean {
  return !status.endsWith('_IN_PROGRESS') || status === 'REVIEW_IN_PROGRESS';
}

/** Whether this status means that the deployment succeeded. */
export function isDeployed(status: string): boolean {
  return ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'IMPORT_COMPLETE'].includes(status);
}

const destroyFirst = (stack: string) =>
  `run ${program} destroy --stack ${stack}, then deploy again`;

/** What a person must do in a state that CloudFormation does not leave by itself. */
const ways: Record<string, (stack: string) => string> = {
  DELETE_FAILED: destroyFirst,
  UPDATE_ROLLBACK_FAILED: (stack) =>
    `finish the rollback with aws cloudformation continue-update-rollback --stack-name ${stack}, then deploy again`,
  UPDATE_FAILED: (stack) =>
    `undo the update with aws cloudformation rollback-stack --stack-name ${stack}, then deploy again`,
  IMPORT_ROLLBACK_FAILED: destroyFirst,
};
