import type { StackState, Stacks } from '../../aws/cloudformation.ts';
import { explained } from '../explained.ts';
import type { Talk } from '../talk.ts';
import { followStack } from './follow.ts';
import { expectOurs, isSettled } from './stack-status.ts';

export interface SettlingStack {
  stack: string;
  stacks: Stacks;
  talk: Talk;
  wait: (interrupted?: AbortSignal) => Promise<void>;
  interrupted: AbortSignal;
  /** What helps where the stack is another's. */
  ifAnothers: string;
}

/**
 * The stack once CloudFormation has come to an end with what an earlier run began; null where there is
 * none.
 *
 * @throws {ManageError} for a stack of another's
 */
export async function settledStack(work: SettlingStack): Promise<StackState | null> {
  const { stack, stacks, talk, wait, interrupted, ifAnothers } = work;
  const state = await stacks.find(stack);
  if (state === null) return null;
  expectOurs(stack, state, ifAnothers);
  if (isSettled(state.status)) return state;
  talk.line(`${stack} is ${state.status} since an earlier run: waiting for its end`);
  const standing = {
    left: `CloudFormation goes on with ${stack}`,
    next: 'run this again to follow it',
    interrupted,
  };
  await explained(standing, async () => {
    const [last] = await stacks.happenings(state.id, null);
    const since = last?.id ?? null;
    const pause = () => wait(interrupted);
    await followStack({ stacks, stackId: state.id, since, line: talk.line, wait: pause });
  });
  return settledStack(work);
}
