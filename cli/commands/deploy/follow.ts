import { stackDescription } from '../../../lib/settings/settings.ts';
import { awsFault } from '../../../shared/adapters/aws-fault.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import type { Buckets } from '../../aws/buckets.ts';
import type { StackEvent, StackState, Stacks } from '../../aws/cloudformation.ts';
import { stuckStates } from '../../checks/stack.ts';
import type { Dialog } from '../../terminal/dialog.ts';
import { adviceOn } from './advice.ts';
import type { AwsPlace } from './preflight.ts';
import { type Recovery, withRecoveryAdvice } from './recovery-advice.ts';

export interface StackWork {
  stack: string;
  place: AwsPlace;
  stacks: Stacks;
  buckets: Buckets;
  dialog: Dialog;
  /** Waits between two calls to CloudFormation; the signal ends the wait. */
  wait: (interrupted?: AbortSignal) => Promise<void>;
  interrupted: AbortSignal;
}

interface FollowOptions extends Omit<Recovery, 'interrupted'> {
  /** The stack's ARN: CloudFormation describes a deleted stack by its ARN, but not by its name. */
  stackId: string;
  /** The id of the last event that the caller has read; null means that reading starts with the newest event. */
  since: string | null;
}

/** The stack's last status, `DELETE_COMPLETE` included, and the first resource that failed. */
interface StackEnding {
  status: string;
  failure: StackEvent | null;
}

/** The id of a stack's newest event; null if it has none yet. */
export const lastEventOf = async ({ stacks }: Pick<StackWork, 'stacks'>, stackId: string) =>
  (await stacks.events(stackId, null))[0]?.id ?? null;

/** Follows a stack to its end, and prints each finished resource. Errors contain `left` and `next`. */
export function followStack(
  work: StackWork,
  { stackId, since, ...advice }: FollowOptions,
): Promise<StackEnding> {
  const recovery = { ...advice, interrupted: work.interrupted };
  return withRecoveryAdvice(recovery, () => follow(work, stackId, since));
}

async function follow(
  { stacks, dialog, wait, interrupted }: StackWork,
  stackId: string,
  since: string | null,
): Promise<StackEnding> {
  let last = since;
  let failure: StackEvent | null = null;
  for (;;) {
    const seen = await nullIfThrottled(read(stacks, stackId, last));
    for (const event of seen?.events ?? []) {
      last = event.id;
      failure ??= isFailure(event) ? event : null;
      const text = lineOf(event);
      if (text) dialog.line(text);
    }
    if (seen && isSettled(seen.status)) return { status: seen.status, failure };
    await wait(interrupted);
  }
}

/** Reads the status before the events: once the status is final, the events read after it are complete. */
async function read(stacks: Stacks, stackId: string, last: string | null) {
  const state = await stacks.find(stackId);
  const events = await stacks.events(stackId, last);
  return { status: state?.status ?? 'DELETE_COMPLETE', events };
}

async function nullIfThrottled<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (awsFault(error).kind === 'throttled') return null;
    throw error;
  }
}

/** After the first failure CloudFormation cancels other resources, and reports them as failed. */
function isFailure({ status, reason }: StackEvent): boolean {
  return status.endsWith('_FAILED') && !/cancelled/i.test(reason ?? '');
}

const wordOfStatus: Record<string, string> = {
  CREATE_COMPLETE: 'created',
  UPDATE_COMPLETE: 'changed',
  DELETE_COMPLETE: 'removed',
  DELETE_SKIPPED: 'kept',
  IMPORT_COMPLETE: 'imported',
  CREATE_FAILED: 'failed',
  UPDATE_FAILED: 'failed',
  DELETE_FAILED: 'failed',
  IMPORT_FAILED: 'failed',
};

function lineOf({ status, logicalId, type, reason }: StackEvent): string | undefined {
  const word = wordOfStatus[status];
  if (!word || type === 'AWS::CloudFormation::Stack') return undefined;
  return `${word}  ${logicalId} (${type})${word === 'failed' && reason ? `: ${reason}` : ''}`;
}

/** Says how `what` failed and why, and what to do if `adviceOn` knows it. */
export function failureSentence(what: string, ending: StackEnding): string {
  const { failure } = ending;
  const how = howItEnded(ending);
  if (!failure) return `${what} ${how}`;
  const { logicalId, type, reason, status } = failure;
  const why = `${logicalId} (${type}): ${(reason ?? status).replace(/[\s.]+$/, '')}`;
  const advice = adviceOn(failure);
  return `${what} ${how}, because of ${why}${advice ? `. ${advice}` : ''}`;
}

function howItEnded({ status }: StackEnding): string {
  if (status.includes('ROLLBACK_COMPLETE')) return 'failed and was rolled back';
  return `ended with the status ${status}`;
}

/** Waits for the end of an earlier run; null without a stack. @throws {ManageError} if it is not postrider's */
export async function settledStack(work: StackWork, ifForeign: string): Promise<StackState | null> {
  const { stack, stacks, dialog } = work;
  const state = await stacks.find(stack);
  if (state === null) return null;
  expectOurs(stack, state, ifForeign);
  if (isSettled(state.status)) return state;
  dialog.line(
    `${stack} is ${state.status} because of an earlier run: waiting until CloudFormation is done`,
  );
  await followStack(work, {
    stackId: state.id,
    since: await lastEventOf(work, state.id),
    left: `CloudFormation continues with ${stack}`,
    next: 'run this again to follow it',
  });
  return settledStack(work, ifForeign);
}

type Readiness =
  | 'create'
  | 'update'
  /** The creation failed, and what is left of it must be removed first. */
  | 'remove and create';

/** Refuses a stack that is not postrider's. One in REVIEW_IN_PROGRESS has no resources yet. */
function expectOurs(stack: string, state: StackState, hint: string): void {
  const { status, description } = state;
  if (status === 'REVIEW_IN_PROGRESS' || description === stackDescription) return;
  throw new ManageError(`The stack ${stack} is not a postrider stack, and was not changed`, [], {
    hint,
  });
}

/** @throws {ManageError} for a state that a person must fix first */
export function readinessOf(stack: string, region: string, state: StackState | null): Readiness {
  if (state === null || state.status === 'REVIEW_IN_PROGRESS') return 'create';
  const { status } = state;
  if (['CREATE_FAILED', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'].includes(status)) {
    return 'remove and create';
  }
  const stuck = stuckStates[status];
  if (stuck === undefined) return 'update';
  const [first = ''] = stuck.first(
    { region, options: ` --stack ${stack} --region ${region}` },
    stack,
  );
  throw new ManageError(`The stack ${stack} is ${status}. ${stuck.say}: ${first}`);
}

function isSettled(status: string): boolean {
  return !status.endsWith('_IN_PROGRESS') || status === 'REVIEW_IN_PROGRESS';
}

export function isDeployed(status: string): boolean {
  return ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'IMPORT_COMPLETE'].includes(status);
}
