/** The least mean of the days from the rise on, relative to that of the days before. */
const rise = 2;
/** Fewer messages than this are no rise. */
const least = 3;

/**
 * The day from which a number is higher than before: the split of the days whose two halves differ most. Null if the
 * second half is not at least twice as high.
 *
 * @param days the number of each day, the oldest first
 */
export function risingFrom(days: readonly number[]): number | null {
  const all = days.reduce((sum, count) => sum + count, 0);
  let best: { at: number; gain: number } | null = null;
  let before = 0;
  for (let at = 1; at < days.length; at++) {
    before += days[at - 1] ?? 0;
    const after = all - before;
    const [low, high] = [before / at, after / (days.length - at)];
    const gain = at * (days.length - at) * (high - low) ** 2;
    const isRise = after >= least && high >= rise * low;
    if (isRise && gain > (best?.gain ?? 0)) best = { at, gain };
  }
  return best?.at ?? null;
}
