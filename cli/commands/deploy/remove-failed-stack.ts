import { ManageError } from '../../../shared/manage/manage-error.ts';
import type { StackState } from '../../aws/cloudformation.ts';
import { agreed } from '../../terminal/dialog.ts';
import { noPlan } from './changes.ts';
import { withRecoveryAdvice } from './recovery-advice.ts';
import { expectRemovable, removeStack } from './removal.ts';
import type { Stopped, Work } from './work.ts';

/**
 * Removes what a failed first deployment left, so that the stack can be created again: CloudFormation
 * accepts no change set for such a stack. The CDK would remove the stack without asking, and without
 * emptying its bucket first. Null once the stack is removed.
 *
 * @throws {ManageError} for a dry run, and where CloudFormation cannot remove the stack
 */
export async function removeFailedStack(work: Work, rest: StackState): Promise<Stopped | null> {
  const { dialog, options, stack, interrupted } = work;
  const what = `The first deployment of ${stack} failed (${rest.status})`;
  if (options.dryRun) {
    throw new ManageError(
      `${what}, and CloudFormation cannot plan a change of a stack in this state`,
      [],
      {
        hint: 'deploy without --dry-run removes what is left, and creates the stack again',
      },
    );
  }
  expectRemovable(work, rest);
  dialog.line(`${what}. This removes the rest of it first, and keeps tables and users.`);
  if (!options.yes && !dialog.interactive) return { stopped: 'unasked', plan: noPlan };
  if (!options.yes && !(await agreed(dialog, 'Remove it and continue?'))) {
    return { stopped: 'declined', plan: noPlan };
  }
  const recovery = {
    left: `${stack} may be partly removed`,
    next: 'run deploy again, which continues',
    interrupted,
  };
  await withRecoveryAdvice(recovery, () => removeStack(work, rest));
  return null;
}
