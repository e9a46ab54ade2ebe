import { reportedBy } from './apply-event.ts';
import type { MessageRecord, MessageState } from './message.ts';
import { shownState } from './message-states.ts';

/** How many messages of one day or more are in each state. */
export interface DayCounts {
  /** By the state that lists show; states without a message are absent. */
  states: Partial<Record<MessageState, number>>;
  /** How many BOUNCED ones count in SES's bounce rate: not a full mailbox, for instance. Several recipients do. */
  hardBounces: number;
}

export const noMessages: DayCounts = { states: {}, hardBounces: 0 };

/** The counts of one message, as of now. */
export function countsOf(
  message: Pick<
    MessageRecord,
    'state' | 'leaseUntilMs' | 'recipients' | 'redirectedTo' | 'events' | 'reported'
  >,
  nowMs: number,
): DayCounts {
  const state = shownState(message, nowMs);
  const isHard = state === 'BOUNCED' && bouncedForGood(message);
  return { states: { [state]: 1 }, hardBounces: isHard ? 1 : 0 };
}

function bouncedForGood(
  message: Pick<MessageRecord, 'recipients' | 'redirectedTo' | 'events'>,
): boolean {
  if (message.recipients.length > 1) return true;
  return message.events.some(
    (event) =>
      reportedBy(message, event) === 'BOUNCED' && event.category?.startsWith('Permanent/') === true,
  );
}

export function sumOf(one: DayCounts, other: DayCounts): DayCounts {
  const states = { ...one.states };
  for (const [state, count] of statesIn(other)) states[state] = (states[state] ?? 0) + count;
  return { states, hardBounces: one.hardBounces + other.hardBounces };
}

/** The states with messages, and how many messages each has. */
export function statesIn({ states }: DayCounts): [MessageState, number][] {
  return Object.entries(states) as [MessageState, number][];
}

export const totalOf = (counts: DayCounts): number =>
  statesIn(counts).reduce((sum, [, count]) => sum + count, 0);
