import { reportedBy } from './apply-event.ts';
import type { MessageRecord, MessageState } from './message.ts';
import { shownState } from './message-states.ts';
import { refusingNode } from './refusing-node.ts';

/** How many messages of one day or more are in each state. */
export interface DayCounts {
  /** By the state that lists show; states without a message are absent. */
  states: Partial<Record<MessageState, number>>;
  /** How many BOUNCED ones count in SES's bounce rate: not a full mailbox, for instance. Several recipients do. */
  hardBounces: number;
  /** How many requests each node of a flow refused, by `refusalKey`; absent if none did. */
  refusals?: Readonly<Record<string, number>> | undefined;
}

/** Further nodes of a day are not counted, so that the count fits into an item. */
const maxRefusingNodes = 500;

/** A template's id has no space. */
export const refusalKey = (templateId: string, node: string): string => `${templateId} ${node}`;

export const noMessages: DayCounts = { states: {}, hardBounces: 0 };

/** The counts of one message, as of now. */
export function countsOf(
  message: Pick<
    MessageRecord,
    'state' | 'leaseUntilMs' | 'recipients' | 'redirectedTo' | 'events' | 'reported'
  > &
    Partial<Pick<MessageRecord, 'templateId' | 'trace'>>,
  nowMs: number,
): DayCounts {
  const state = shownState(message, nowMs);
  const isHard = state === 'BOUNCED' && bouncedForGood(message);
  const { templateId = '', trace = [] } = message;
  const node = state === 'REFUSED' ? refusingNode(trace) : null;
  const refusals = node === null ? undefined : { [refusalKey(templateId, node)]: 1 };
  return { states: { [state]: 1 }, hardBounces: isHard ? 1 : 0, refusals };
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
  const refusals = joined(one.refusals, other.refusals, (left, right) => left + right);
  return { states, hardBounces: one.hardBounces + other.hardBounces, refusals };
}

/** The refusals of two counts, joined by node. */
export function joined(
  one: DayCounts['refusals'],
  other: DayCounts['refusals'],
  join: (left: number, right: number) => number,
): DayCounts['refusals'] {
  if (one === undefined || other === undefined) return one ?? other;
  const all: Record<string, number> = { ...one };
  for (const [key, count] of Object.entries(other)) {
    if (Object.hasOwn(all, key)) all[key] = join(all[key] ?? 0, count);
    else if (Object.keys(all).length < maxRefusingNodes) all[key] = count;
  }
  return all;
}

/** The states with messages, and how many messages each has. */
export function statesIn({ states }: DayCounts): [MessageState, number][] {
  return Object.entries(states) as [MessageState, number][];
}

export const totalOf = (counts: DayCounts): number =>
  statesIn(counts).reduce((sum, [, count]) => sum + count, 0);
