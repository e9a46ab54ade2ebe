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

/** What takes no more than some seconds, in few rounds, and what needs no clock. */
export async function measureCheck(
  { rounds }: { rounds: number },
  progress: Progress,
): Promise<CheckResult> {
  const heap = heapOfSource();
  const sideBySide = [
    ...named('render', measureRender({ rounds }, progress)),
    ...named('text', measureText({ rounds }, progress)),
    ...named('verify', await measureVerify({ rounds }, progress)),
  ];
  return { sideBySide, heap };
}

const named = (bench: string, measured: readonly SideBySide[]): SideBySide[] =>
  measured.map((each) => ({ ...each, name: `${bench}, ${each.name}` }));
