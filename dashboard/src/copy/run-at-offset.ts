import type { Run } from './copy-runs.ts';

/**
 * The number of the run that has an offset of the draft's source; for an offset in a tag, the next run behind it. Null:
 * none.
 */
export function runAtOffset(runs: readonly Run[], offset: number): number | null {
  let [nearest, end]: [number | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const [number, { segments }] of runs.entries()) {
    for (const segment of segments) {
      if (segment.in !== undefined || segment.kind === 'image') continue;
      if (segment.end < offset || segment.start >= end) continue;
      [nearest, end] = [number, segment.start];
    }
  }
  return nearest;
}
