import type { Page } from '../../../../functions/manage/contracts/common.ts';
import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import type { Merged } from './newest.ts';

/**
 * Like `mergeNewest`, for a list that has the soonest message first. `soonest` is its first page as it is now. A message
 * leaves the list at its time, or when it is cancelled: that is a change as well.
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
