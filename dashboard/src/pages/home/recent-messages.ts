import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import { isProblemState, momentOf } from '../../parts/message-states.ts';

export interface RecentMessages {
  /** The newest messages with a problem. */
  problems: MessageSummary[];
  problemCount: number;
}

/** The problems among the newest messages. */
export function summaryOf(messages: readonly MessageSummary[], maxProblems = 8): RecentMessages {
  const problems = messages.filter(({ state }) => isProblemState(state));
  return {
    problems: problems.slice(0, maxProblems),
    problemCount: problems.length,
  };
}

export interface Upcoming {
  /** The messages that wait for their time, the soonest first. */
  upcoming: MessageSummary[];
  /** How many there are in all. */
  count: number;
}

/** The scheduled messages among the newest messages. */
export function upcomingOf(messages: readonly MessageSummary[], max = 5): Upcoming {
  const scheduled = messages.filter(({ state }) => state === 'SCHEDULED');
  const soonest = scheduled.toSorted(
    (one, other) => Date.parse(momentOf(one)) - Date.parse(momentOf(other)),
  );
  return { upcoming: soonest.slice(0, max), count: scheduled.length };
}

/** Says how many messages were looked at, because there may be more. */
export function amongWords(count: number, isMore: boolean): string {
  if (count === 1) return 'the only message';
  return isMore ? `the newest ${count} messages` : `all ${count} messages`;
}
