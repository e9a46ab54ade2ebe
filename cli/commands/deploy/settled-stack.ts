import type { StackState, Stacks } from '../../aws/cloudformation.ts';
import type { Dialog } from '../../terminal/dialog.ts';
import { followStack } from './follow.ts';
import { withRecoveryAdvice } from './recovery-advice.ts';
import { expectOurs, isSettled } from './stack-status.ts';

export interface SettlingStack {
  stack: string;
  stacks: Stacks;
  dialog: Dialog;
  wait: (interrupted?: AbortSignal) => Promise<void>;
  interrupted: AbortSignal;
  /** What to do if the stack is not a postrider stack. */
  ifForeign: string;
}

/**
 * Waits until CloudFormation is done with what an earlier run began, then returns the stack; null where
 * there is no stack.
 *
 * @throws {ManageError} for a stack that is not a postrider stack
 */
export async function settledStack(work: SettlingStack): Promise<StackState | null> {
  const { stack, stacks, dialog, wait, interrupted, ifForeign } = work;
  const state = await stacks.find(stack);
  if (state === null) return null;
  expectOurs(stack, state, ifForeign);
  if (isSettled(state.status)) return state;
  dialog.line(
    `${stack} is ${state.status} because of an earlier run: waiting until CloudFormation is done`,
  );
  const recovery = {
    left: `CloudFormation continues with ${stack}`,
    next: 'run this again to follow it',
    interrupted,
  };
  await withRecoveryAdvice(recovery, async () => {
    const [last] = await stacks.events(state.id, null);
    const since = last?.id ?? null;
    const pause = () => wait(interrupted);
    await followStack({ stacks, stackId: state.id, since, line: dialog.line, wait: pause });
  });
  return settledStack(work);
}
