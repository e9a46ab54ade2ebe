import {
  type MessageSummary,
  messageStates,
} from '../../../../functions/manage/contracts/messages.ts';
import { isProblemState, type MessageState } from '../../parts/message-states.ts';

export interface Late {
  /** How many of the newest are in each state, in the order of a message's life; none: left out. */
  counts: { state: MessageState; count: number }[];
  /** The newest that somebody should look at. */
  problems: MessageSummary[];
  problemCount: number;
}

/** What a page of the newest messages says at one look. */
export function lateMessages(messages: readonly MessageSummary[], maxProblems = 8): Late {
  const problems = messages.filter(({ state }) => isProblemState(state));
  return {
    counts: messageStates
      .map((state) => ({ state, count: messages.filter((each) => each.state === state).length }))
      .filter(({ count }) => count > 0),
    problems: problems.slice(0, maxProblems),
    problemCount: problems.length,
  };
}

/** Says of which messages something is said: never of more than were read. */
export function amongWords(count: number, isMore: boolean): string {
  if (count === 1) return 'the only message';
  return isMore ? `the newest ${count} messages` : `all ${count} messages`;
}
