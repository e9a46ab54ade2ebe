/**
 * The name that the user probably meant; undefined if no name is similar. Up to a third of the letters may be wrong;
 * two swapped neighbours count as one wrong letter (optimal string alignment).
 */
export function nearest(written: string, names: readonly string[]): string | undefined {
  const near = names
    .map((name) => ({ name, distance: distance(written.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(written.length, name.length) / 3)
    .sort((one, other) => one.distance - other.distance);
  return near[0]?.name;
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
