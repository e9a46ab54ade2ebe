import type { Page } from '../../../../functions/manage/contracts/common.ts';
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

/**
 * Like `mergeNewest`, for a list that has the soonest message first. `soonest` is its first page as it is now. A message
 * leaves the list when it is sent or cancelled, which is a change as well.
 */
export function mergeSoonest(
  shown: readonly MessageSummary[],
  soonest: Page<MessageSummary> | undefined,
): Merged {
  if (!soonest) return { rows: [...shown], fresh: 0 };
  const { items, nextCursor } = soonest;
  const latest = new Map(items.map((message) => [message.id, message]));
  const known = new Set(shown.map(({ id }) => id));
  const isBefore = (message: MessageSummary, end: MessageSummary | undefined) =>
    nextCursor === null || (end !== undefined && timeOf(message) < timeOf(end));
  const come = items.filter((each) => !known.has(each.id) && isBefore(each, shown.at(-1)));
  const gone = shown.filter(
    (each) => each.state === 'SCHEDULED' && !latest.has(each.id) && isBefore(each, items.at(-1)),
  );
  return {
    rows: shown.map((message) => latest.get(message.id) ?? message),
    fresh: come.length + gone.length,
  };
}

const timeOf = ({ sendAt }: MessageSummary) => Date.parse(sendAt ?? '');
