import { sameAtEnd, sameAtStart, textOffset } from '../../../draft/text-place.ts';

export const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');

/** A single change, so that a cursor elsewhere stays in place. */
export function changeBetween(before: string, after: string) {
  const from = sameAtStart(before, after);
  const same = sameAtEnd(before, after, from);
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}

/** `before` with the change that leads to `held`. Bytes outside of the change stay. */
export function writtenText(before: string, held: string): string {
  // Almost every text: comparing 100 KB character by character would take longer than the rest of a keystroke.
  if (!before.includes('\r')) return held;
  const { from, to, insert } = changeBetween(withLineFeeds(before), held);
  const written = insert.replaceAll('\n', usualEnding(before));
  return before.slice(0, textOffset(before, from)) + written + before.slice(textOffset(before, to));
}

function usualEnding(text: string): string {
  const endings = text.match(/\r\n?|\n/g) ?? [];
  const count = (ending: string) => endings.filter((each) => each === ending).length;
  return ['\n', '\r\n', '\r'].reduce((most, each) => (count(each) > count(most) ? each : most));
}
