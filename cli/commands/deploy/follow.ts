import { awsFault } from '../../../shared/adapters/aws-fault.ts';
import type { StackEvent, Stacks } from '../../aws/cloudformation.ts';
import { adviceOn } from './advice.ts';
import { isSettled } from './stack-status.ts';

export interface FollowOptions {
  stacks: Pick<Stacks, 'find' | 'events'>;
  /** The stack's ARN: CloudFormation describes a deleted stack by its ARN, but not by its name. */
  stackId: string;
  /** The id of the last event that the caller has read; null: reading starts with the newest event. */
  since: string | null;
  /** Called for each resource when CloudFormation is done with it. */
  line: (text: string) => void;
  wait: () => Promise<void>;
}

/** The stack's last status, `DELETE_COMPLETE` included, and the first resource that failed. */
export interface Ending {
  status: string;
  failure: StackEvent | null;
}

/** Follows a stack until CloudFormation is done with it. Throttled calls are made again. */
export async function followStack(options: FollowOptions): Promise<Ending> {
  const { stacks, stackId, line, wait } = options;
  let last = options.since;
  let failure: StackEvent | null = null;
  for (;;) {
    const seen = await nullIfThrottled(read(stacks, stackId, last));
    for (const event of seen?.events ?? []) {
      last = event.id;
      failure ??= isFailure(event) ? event : null;
      const text = lineOf(event);
      if (text) line(text);
    }
    if (seen && isSettled(seen.status)) return { status: seen.status, failure };
    await wait();
  }
}

/** Reads the status before the events: once the status is final, the events read after it are complete. */
async function read(stacks: FollowOptions['stacks'], stackId: string, last: string | null) {
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

/**
 * After the first failure CloudFormation cancels other resources, and reports them as failed: they are not the cause.
 */
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
export function failureSentence(what: string, ending: Ending): string {
  const { failure } = ending;
  const how = howItEnded(ending);
  if (!failure) return `${what} ${how}`;
  const { logicalId, type, reason, status } = failure;
  const why = `${logicalId} (${type}): ${(reason ?? status).replace(/[\s.]+$/, '')}`;
  const advice = adviceOn(failure);
  return `${what} ${how}, because of ${why}${advice ? `. ${advice}` : ''}`;
}

function howItEnded({ status }: Ending): string {
  if (status.includes('ROLLBACK_COMPLETE')) return 'failed and was rolled back';
  return `ended with the status ${status}`;
}
