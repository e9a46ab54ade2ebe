import { awsFault } from '../../../shared/adapters/aws-fault.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import type { ChangeSet } from '../../aws/change-set.ts';
import type { StackState } from '../../aws/cloudformation.ts';
import { adviceOn } from './advice.ts';
import { failureSentence, followStack, isDeployed, lastEventOf } from './follow.ts';
import { withRecoveryAdvice } from './recovery-advice.ts';
import { changeSetName, type DeployWork } from './work.ts';

/** Lets the CDK prepare the change set; null if the stack would not change. @throws {ManageError} if refused */
export async function prepare(
  work: DeployWork,
  there: StackState | null,
): Promise<ChangeSet | null> {
  const { cdk, dialog, options, stack, place, snapshot, interrupted } = work;
  dialog.step('Preparing the change: bundles, dashboard and template');
  const target = {
    stack,
    environment: options.environment,
    region: place.region,
    settings: snapshot.text,
    terminationProtection: there?.terminationProtection ?? false,
  };
  await cdk.prepare(target, changeSetName, interrupted).catch((error) => explainedBy(work, error));
  const changeSet = await readyChangeSet(work);
  return changeSet.state === 'no changes' ? null : changeSet;
}

/** Throws CloudFormation's reason for a change set that failed, which says more than the CDK; else the error. */
async function explainedBy(work: DeployWork, error: unknown): Promise<never> {
  work.interrupted.throwIfAborted();
  if (!(error instanceof ManageError)) throw error;
  const found = await work.stacks.changeSet(work.stack, changeSetName).catch(() => null);
  throw found?.state === 'failed' ? refused(work.stack, found, error) : error;
}

function refused(stack: string, { reason }: ChangeSet, cause?: unknown): ManageError {
  const advice = adviceOn({ type: '', reason });
  const why = reason.replace(/[\s.]+$/, '') || 'it gave no reason';
  const details = cause instanceof ManageError ? cause.details : [];
  return new ManageError(
    `CloudFormation refused this change of ${stack}: ${why}${advice ? `. ${advice}` : ''}`,
    details,
    { cause },
  );
}

async function readyChangeSet({
  stack,
  stacks,
  wait,
  interrupted,
}: DeployWork): Promise<ChangeSet> {
  for (;;) {
    const found = await stacks.changeSet(stack, changeSetName);
    if (found === null) throw new ManageError(overtaken(stack));
    const { state } = found;
    if (state === 'ready' || state === 'no changes') return found;
    if (state === 'outdated') throw new ManageError(overtaken(stack));
    if (state === 'failed') throw refused(stack, found);
    await wait(interrupted);
  }
}

const overtaken = (stack: string) =>
  `Another run deployed or removed ${stack} in the meantime, so this change no longer applies: run deploy again`;

/** Deletes the change set, and with it a stack that exists only because of the change set. */
export async function discard(
  { stack, stacks, dialog }: DeployWork,
  isNew: boolean,
): Promise<void> {
  try {
    await stacks.discard(stack, changeSetName);
    const left = isNew ? await stacks.find(stack) : null;
    if (left?.status === 'REVIEW_IN_PROGRESS') await stacks.remove(stack);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    dialog.line(`The change set ${changeSetName} of ${stack} may still be there (${why}).`);
    dialog.line('It changes nothing by itself, and the next deployment replaces it.');
  }
}

/** Executes the change set, and follows it. @throws {ManageError} with the first resource that failed, and advice */
export async function execute(work: DeployWork): Promise<void> {
  const { dialog, stack } = work;
  const { stackId, since } = await begun(work);
  dialog.line('If you interrupt this, CloudFormation continues; run this again to follow it.');
  const ending = await followStack(work, {
    ...{ stackId, since, left: `CloudFormation continues with ${stack}` },
    next: 'run deploy again to follow it',
  });
  if (isDeployed(ending.status)) return;
  if (ending.status === 'DELETE_COMPLETE') {
    throw new ManageError(
      `The stack ${stack} was deleted during its deployment: run deploy again, which imports the tables that were kept`,
    );
  }
  throw new ManageError(failureSentence(`The deployment of ${stack}`, ending));
}

/** Begins the execution. AWS may begin it even if its answer is lost: deploy, run again, reads the state first. */
async function begun({
  stack,
  stacks,
}: DeployWork): Promise<{ stackId: string; since: string | null }> {
  const recovery = {
    left: `The deployment of ${stack} may have begun`,
    next: 'run deploy again, which follows it or begins it',
  };
  return withRecoveryAdvice(recovery, async () => {
    const { id: stackId = stack } = (await stacks.find(stack)) ?? {};
    const since = await lastEventOf({ stacks }, stackId);
    try {
      await stacks.execute(stack, changeSetName);
    } catch (error) {
      if (isOvertaken(error)) throw new ManageError(overtaken(stack), [], { cause: error });
      throw error;
    }
    return { stackId, since };
  });
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_ExecuteChangeSet.html */
function isOvertaken(error: unknown): boolean {
  const { name, message } = awsFault(error);
  if (name === 'ValidationError') return /does not exist|_IN_PROGRESS/.test(message);
  return /^(ChangeSetNotFound|InvalidChangeSetStatus)(Exception)?$/.test(name);
}
