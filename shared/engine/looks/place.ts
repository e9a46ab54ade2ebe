/** Lines and columns from 1; columns count UTF-16 units. */
export interface LookPlace {
  line: number;
  column: number;
}

/** The place of an offset, with lines as editors count them: `\r\n`, `\n` and a lone `\r` each end one. */
export function placesIn(text: string): (offset: number) => LookPlace {
  const starts = [0, ...[...text.matchAll(/\r\n?|\n/g)].map((end) => end.index + end[0].length)];
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
