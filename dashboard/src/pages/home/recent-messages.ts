import {
  type MessageSummary,
  messageStates,
} from '../../../../functions/manage/contracts/messages.ts';
import { isProblemState, type MessageState } from '../../parts/message-states.ts';

export interface RecentMessages {
  /** How many messages are in each state, in the order of a message's life. States without a message are left out. */
  counts: { state: MessageState; count: number }[];
  /** The newest messages with a problem. */
  problems: MessageSummary[];
  problemCount: number;
}

/** The numbers and problems of the newest messages. */
export function summaryOf(messages: readonly MessageSummary[], maxProblems = 8): RecentMessages {
  const problems = messages.filter(({ state }) => isProblemState(state));
  return {
    counts: messageStates
      .map((state) => ({ state, count: messages.filter((each) => each.state === state).length }))
      .filter(({ count }) => count > 0),
    problems: problems.slice(0, maxProblems),
    problemCount: problems.length,
  };
}

/** Names the messages that were counted: there may be more. */
export function amongWords(count: number, isMore: boolean): string {
  if (count === 1) return 'the only message';
  return isMore ? `the newest ${count} messages` : `all ${count} messages`;
}
