import { ManageError } from '../../../shared/manage/manage-error.ts';
import type { ChangeSet } from '../../aws/change-set.ts';
import type { StackState } from '../../aws/cloudformation.ts';
import { adviceOn } from './advice.ts';
import { whileAwsAnswers } from './while-aws-answers.ts';
import { changeSetName, type Work } from './work.ts';

/**
 * Lets the CDK prepare the change set, and reads CloudFormation's description of it; null where the stack
 * would not change.
 *
 * @throws {ManageError} where the CDK or CloudFormation refuses
 */
export async function prepare(work: Work, there: StackState | null): Promise<ChangeSet | null> {
  const { cdk, dialog, options, stack, stacks, place, snapshot, interrupted } = work;
  dialog.step('Preparing the change: bundles, dashboard and template');
  const target = {
    stack,
    environment: options.environment,
    region: place.region,
    settings: snapshot.text,
    terminationProtection: there?.terminationProtection ?? false,
  };
  await whileAwsAnswers((stopped) => cdk.prepare(target, changeSetName, stopped), {
    ask: () => stacks.find(stack),
    interrupted,
  }).catch((error) => explainedBy(work, error));
  const changeSet = await readyChangeSet(work);
  return changeSet.state === 'no changes' ? null : changeSet;
}

/**
 * Throws CloudFormation's reason if the change set failed, because it says more than the CDK's error; else
 * throws the error.
 */
async function explainedBy(work: Work, error: unknown): Promise<never> {
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

async function readyChangeSet({ stack, stacks, wait, interrupted }: Work): Promise<ChangeSet> {
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

/** The error message if another person deployed or removed the same stack in the meantime. */
export const overtaken = (stack: string) =>
  `Another run deployed or removed ${stack} in the meantime, so this change no longer applies: run deploy again`;

/** Deletes the change set, and with it a stack that exists only because of the change set. */
export async function discard({ stack, stacks, dialog }: Work, isNew: boolean): Promise<void> {
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
