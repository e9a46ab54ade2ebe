import { ManageError } from '../../../shared/manage/manage-error.ts';
import type { StackState } from '../../aws/cloudformation.ts';
import { expectRemovable, removeStack } from '../../destroy/removal.ts';
import { explained } from '../explained.ts';
import { agreed } from '../talk.ts';
import type { Stopped, Work } from '../work.ts';
import { planOf } from './changes.ts';

/**
 * Removes the rest of a first deployment that failed, so that the stack can be created: CloudFormation
 * does not even plan a change of it. The CDK would remove it unasked, without emptying its bucket first.
 * Null once it has gone.
 *
 * @throws {ManageError} for a dry run, and where CloudFormation cannot remove it
 */
export async function clearAway(work: Work, rest: StackState): Promise<Stopped | null> {
  const { talk, options, stack, interrupted } = work;
  const what = `The first deployment of ${stack} failed (${rest.status})`;
  if (options.dryRun) {
    throw new ManageError(`${what}, and CloudFormation plans no change of what is left of it`, [], {
      hint: 'deploy without --dry-run removes that, and creates the stack again',
    });
  }
  expectRemovable(work, rest);
  talk.line(`${what}. What is left of it is removed first; tables and users are kept.`);
  const plan = planOf([], new Map());
  if (!options.yes && !talk.interactive) return { stopped: 'unasked', plan };
  if (!options.yes && !(await agreed(talk, 'Remove it and go on?'))) {
    return { stopped: 'declined', plan };
  }
  const standing = {
    left: `What is left of ${stack} may be removed in part`,
    next: 'run deploy again, which goes on with it',
    interrupted,
  };
  await explained(standing, () => removeStack(work, rest));
  return null;
}
