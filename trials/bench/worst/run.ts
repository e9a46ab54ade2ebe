import type { Progress } from '../../../local/progress.ts';
import { worstCases } from './cases.ts';

/** The times of one case, in milliseconds. */
export interface WorstTimes {
  name: string;
  /** False: the request was refused, which must not take longer either. */
  isDone: boolean;
  /** The first time, as in a function that has just started. */
  first: number;
  later: number[];
}

/** Runs each case once, and then `rounds` times again. */
export async function measureWorst(
  { rounds }: { rounds: number },
  progress: Progress,
): Promise<WorstTimes[]> {
  const times: WorstTimes[] = [];
  for (const { name, run } of worstCases) {
    progress.step(`Worst case: ${name}`);
    let isDone = false;
    const ms: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const startMs = performance.now();
      isDone = await run();
      ms.push(performance.now() - startMs);
    }
    const [first = Number.NaN, ...later] = ms;
    times.push({ name, isDone, first, later });
  }
  return times;
}
