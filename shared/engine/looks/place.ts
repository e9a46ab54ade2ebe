/** Lines and columns from 1; columns count UTF-16 units. */
export interface LookPlace {
  line: number;
  column: number;
}

/** The place of an offset, with lines as editors count them: `\r\n`, `\n` and a lone `\r` each end one. */
export function placesIn(text: string): (offset: number) => LookPlace {
  const starts = [0, ...[...text.matchAll(/\r\n?|\n/g)].map((end) => end.index + end[0].length)];
  return (offset) => {
    const line = countBefore(starts, (start) => start <= offset);
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
  };
}

/** How many of the items are before a place, which sorted items are up to one of them. */
export function countBefore<Item>(
  items: readonly Item[],
  isBefore: (item: Item) => boolean,
): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && isBefore(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
