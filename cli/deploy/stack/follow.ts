import { awsFault } from '../../../shared/adapters/aws-fault.ts';
import type { StackHappening, Stacks } from '../../aws/cloudformation.ts';
import { isSettled } from './stack-status.ts';

export interface FollowOptions {
  stacks: Pick<Stacks, 'find' | 'happenings'>;
  /** By its ARN, so that it is found when it has gone. */
  stackId: string;
  /** The last event that is known already; null: everything that comes from now on. */
  since: string | null;
  /** Called for each resource as it is done. */
  line: (text: string) => void;
  wait: () => Promise<void>;
}

/** How it ended: CloudFormation's word, `DELETE_COMPLETE` too, and what went wrong first. */
export interface Ending {
  status: string;
  failure: StackHappening | null;
}

/** Follows a stack until CloudFormation has come to an end with it. Throttling only makes it slower. */
export async function followStack(options: FollowOptions): Promise<Ending> {
  const { stacks, stackId, line, wait } = options;
  let last = options.since;
  let failure: StackHappening | null = null;
  for (;;) {
    const seen = await unlessThrottled(look(stacks, stackId, last));
    for (const happening of seen?.happenings ?? []) {
      last = happening.id;
      failure ??= isFailure(happening) ? happening : null;
      const told = lineOf(happening);
      if (told) line(told);
    }
    if (seen && isSettled(seen.status)) return { status: seen.status, failure };
    await wait();
  }
}

/** The state is asked first, so that no event comes after the look that ends this. */
async function look(stacks: FollowOptions['stacks'], stackId: string, last: string | null) {
  const state = await stacks.find(stackId);
  const happenings = await stacks.happenings(stackId, last);
  return { status: state?.status ?? 'DELETE_COMPLETE', happenings };
}

async function unlessThrottled<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (awsFault(error).kind === 'throttled') return null;
    throw error;
  }
}

/** The failures that follow from the first have this reason, and say nothing. */
function isFailure({ status, reason }: StackHappening): boolean {
  return status.endsWith('_FAILED') && !/cancelled/i.test(reason ?? '');
}

const words: Record<string, string> = {
  CREATE_COMPLETE: 'created',
  UPDATE_COMPLETE: 'changed',
  DELETE_COMPLETE: 'removed',
  DELETE_SKIPPED: 'kept',
  IMPORT_COMPLETE: 'taken in',
  CREATE_FAILED: 'failed',
  UPDATE_FAILED: 'failed',
  DELETE_FAILED: 'failed',
  IMPORT_FAILED: 'failed',
};

function lineOf({ status, logicalId, type, reason }: StackHappening): string | undefined {
  const word = words[status];
  if (!word || type === 'AWS::CloudFormation::Stack') return undefined;
  return `${word}  ${logicalId} (${type})${word === 'failed' && reason ? `: ${reason}` : ''}`;
}
