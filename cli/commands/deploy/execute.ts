import { awsFault } from '../../../shared/adapters/aws-fault.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { overtaken } from './change-set.ts';
import { failureSentence, followStack } from './follow.ts';
import { withRecoveryAdvice } from './recovery-advice.ts';
import { isDeployed } from './stack-status.ts';
import { changeSetName, type Work } from './work.ts';

/**
 * Executes the change set, and follows CloudFormation to the end.
 *
 * @throws {ManageError} with the first resource that failed, and what to do about it
 */
export async function execute(work: Work): Promise<void> {
  const { dialog, stack, stacks, wait, interrupted } = work;
  const { stackId, since } = await begun(work);
  dialog.line('If you interrupt this, CloudFormation continues; run this again to follow it.');
  const recovery = {
    left: `CloudFormation continues with ${stack}`,
    next: 'run deploy again to follow it',
    interrupted,
  };
  const ending = await withRecoveryAdvice(recovery, () =>
    followStack({ stacks, stackId, since, line: dialog.line, wait: () => wait(interrupted) }),
  );
  if (isDeployed(ending.status)) return;
  if (ending.status === 'DELETE_COMPLETE') {
    throw new ManageError(
      `The stack ${stack} was deleted during its deployment: run deploy again, which imports the tables that were kept`,
    );
  }
  throw new ManageError(failureSentence(`The deployment of ${stack}`, ending));
}

/**
 * Begins the execution. AWS may begin it even if its answer is lost, so the error says to run deploy again,
 * which reads the state first.
 */
async function begun({ stack, stacks }: Work): Promise<{ stackId: string; since: string | null }> {
  const recovery = {
    left: `The deployment of ${stack} may have begun`,
    next: 'run deploy again, which follows it or begins it',
  };
  return withRecoveryAdvice(recovery, async () => {
    const { id: stackId = stack } = (await stacks.find(stack)) ?? {};
    const [last] = await stacks.events(stackId, null);
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
  const { name, message } = awsFault(error);
  if (name === 'ValidationError') return /does not exist|_IN_PROGRESS/.test(message);
  return /^(ChangeSetNotFound|InvalidChangeSetStatus)(Exception)?$/.test(name);
}
