/** How many characters two texts have in common at their beginnings. */
export function sameAtStart(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let same = 0;
  while (same < shorter && one[same] === other[same]) same += 1;
  return same;
}

/** How many characters two texts have in common at their ends, without the first `taken` of either. */
export function sameAtEnd(one: string, other: string, taken: number): number {
  const shorter = Math.min(one.length, other.length);
  let same = 0;
  while (same < shorter - taken && one.at(-1 - same) === other.at(-1 - same)) same += 1;
  return same;
}
