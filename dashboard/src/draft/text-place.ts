/** Both count from 1; only a line feed ends a line; columns count UTF-16 units. */
export interface TextPosition {
  line: number;
  column: number;
}

/** The offset of a place, from 0; the nearest offset if the text has no such place. */
export function offsetOf(text: string, { line, column }: TextPosition): number {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const end = text.indexOf('\n', start);
    if (end === -1) return text.length;
    start = end + 1;
  }
  const end = text.indexOf('\n', start);
  return Math.min(start + column - 1, end === -1 ? text.length : end);
}

export function placeOf(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}

/** The offset in the editor's document, which has one character for every line break. */
export function editorOffset(text: string, offset: number): number {
  if (!text.includes('\r')) return offset;
  return offset - (text.slice(0, offset).match(/\r\n/g)?.length ?? 0);
}

export function textOffset(text: string, offset: number): number {
  if (!text.includes('\r')) return offset;
  let passed = 0;
  for (const { index } of text.matchAll(/\r\n/g)) {
    if (index - passed >= offset) break;
    passed += 1;
  }
  return offset + passed;
}

/** The length of the tag that begins at the offset, else of the word. */
export function markedLength(text: string, offset: number): number {
  const rest = text.slice(offset, offset + 200);
  const tag = /^\{\{[^\r\n]*?(?:\}{2,3}|(?=[\r\n<]|$))/.exec(rest)?.[0];
  return tag?.length || /^[^\s<>]*/.exec(rest)?.[0].length || 1;
}

export function sameAtStart(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let same = 0;
  while (same < shorter && one[same] === other[same]) same += 1;
  return same;
}

/** Counts equal characters at the end of two texts, apart from the first `taken` characters. */
export function sameAtEnd(one: string, other: string, taken: number): number {
  const shorter = Math.min(one.length, other.length);
  let same = 0;
  while (same < shorter - taken && one.at(-1 - same) === other.at(-1 - same)) same += 1;
  return same;
}

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
