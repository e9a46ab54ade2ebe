import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';

/** A list that somebody reads, with what has been heard since. */
export interface Merged {
  /** The rows that were there, in their order, each in its latest state. */
  rows: MessageSummary[];
  /** How many came since, and are held back: rows do not move by themselves. */
  fresh: number;
}

export function mergeNewest(
  shown: readonly MessageSummary[],
  newest: readonly MessageSummary[],
): Merged {
  const latest = new Map(newest.map((message) => [message.id, message]));
  const top = shown[0];
  return {
    rows: shown.map((message) => latest.get(message.id) ?? message),
    // ULIDs: later ones sort higher.
    fresh: newest.filter(({ id }) => !top || id > top.id).length,
  };
}
