import { ManageError } from '../../shared/manage/manage-error.ts';
import { failureSentence } from './ending.ts';
import { explained } from './explained.ts';
import { overtaken } from './stack/change-set.ts';
import { followStack } from './stack/follow.ts';
import { isDeployed } from './stack/stack-status.ts';
import { changeSetName, type Work } from './work.ts';

/**
 * Executes the change set, and follows CloudFormation to the end.
 *
 * @throws {ManageError} with the first resource that failed, and the way on
 */
export async function execute(work: Work): Promise<void> {
  const { talk, stack, stacks, wait, interrupted } = work;
  const { stackId, since } = await begun(work);
  talk.line('CloudFormation goes on by itself if this is interrupted; run it again to follow.');
  const standing = {
    left: `CloudFormation goes on with ${stack}`,
    next: 'run deploy again to follow it',
    interrupted,
  };
  const ending = await explained(standing, () =>
    followStack({ stacks, stackId, since, line: talk.line, wait: () => wait(interrupted) }),
  );
  if (isDeployed(ending.status)) return;
  if (ending.status === 'DELETE_COMPLETE') {
    throw new ManageError(
      `Somebody deleted the stack ${stack} while it was deployed: run deploy again, which takes the tables in that were kept`,
    );
  }
  throw new ManageError(failureSentence(`The deployment of ${stack}`, ending));
}

/** AWS may have carried out a call although its answer was lost, so the next run looks. */
async function begun({ stack, stacks }: Work): Promise<{ stackId: string; since: string | null }> {
  const standing = {
    left: `The deployment of ${stack} may have begun`,
    next: 'run deploy again, which follows it or begins it',
  };
  return explained(standing, async () => {
    const { id: stackId = stack } = (await stacks.find(stack)) ?? {};
    const [last] = await stacks.happenings(stackId, null);
    try {
      await stacks.execute(stack, changeSetName);
    } catch (error) {
      if (isOvertaken(error)) throw new ManageError(overtaken(stack), [], { cause: error });
      throw error;
    }
    return { stackId, since: last?.id ?? null };
  });
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_ExecuteChangeSet.html */
function isOvertaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'ValidationError') return /does not exist|_IN_PROGRESS/.test(error.message);
  return /^(ChangeSetNotFound|InvalidChangeSetStatus)(Exception)?$/.test(error.name);
}
