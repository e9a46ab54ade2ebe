import type { Progress } from '../../../local/progress.ts';
import { measureRender } from '../render/run.ts';
import type { SideBySide } from '../side-by-side.ts';
import { measureText } from '../text/run.ts';
import { measureVerify } from '../verify/run.ts';
import { heapOfSource } from './heap.ts';

export interface CheckResult {
  sideBySide: readonly SideBySide[];
  /** Bytes of heap that the programs of the mail of 12 KB take for each byte of its source. */
  heap: number;
}

/** Measures the heap, and runs the benches that take only seconds, in few rounds. */
export async function measureCheck(
  given: { rounds: number },
  progress: Progress,
): Promise<CheckResult> {
  const heap = heapOfSource();
  const named = (bench: string, measured: readonly SideBySide[]) =>
    measured.map((each) => ({ ...each, name: `${bench}, ${each.name}` }));
  const sideBySide = [
    ...named('render', measureRender(given, progress)),
    ...named('text', measureText(given, progress)),
    ...named('verify', await measureVerify(given, progress)),
  ];
  return { sideBySide, heap };
}
