import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';

/** A list on the page, updated with newer answers. */
interface Merged {
  /** The same rows in the same order, each in its latest state. */
  rows: MessageSummary[];
  /** How many new messages the list does not show yet: rows do not move by themselves. */
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
    // Ids are ULIDs: later ones sort higher.
    fresh: newest.filter(({ id }) => !top || id > top.id).length,
  };
}
