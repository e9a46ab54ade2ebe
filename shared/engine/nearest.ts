/**
 * The name probably meant; undefined if none is similar (optimal string alignment, up to a third of the letters wrong).
 */
export function nearest(written: string, names: readonly string[]): string | undefined {
  const most = (name: string) => Math.max(written.length, name.length) / 3;
  const near = names
    // The distance is at least this, and reading a long text letter by letter would take long.
    .filter((name) => Math.abs(written.length - name.length) <= most(name))
    .map((name) => ({ name, distance: distance(written.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= most(name))
    .sort((one, other) => one.distance - other.distance);
  return near[0]?.name;
}

/** The end of a sentence about an unknown field: ` (did you mean "name"?)`, or nothing if no name is similar. */
export function didYouMean(written: string, names: readonly string[]): string {
  const meant = nearest(written, names);
  return meant === undefined ? '' : ` (did you mean ${JSON.stringify(meant)}?)`;
}

function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const [before = [], above = []] = [rows[i - 2], rows[i - 1]];
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          (above[j] ?? i) + 1,
          (row[j - 1] ?? j) + 1,
          (above[j - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}
