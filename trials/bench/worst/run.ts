import type { Progress } from '../../../local/progress.ts';
import { worstCases } from './cases.ts';

/** The times of one case, in milliseconds. */
export interface WorstTimes {
  name: string;
  /** False: it was refused, which must not take longer either. */
  isDone: boolean;
  /** As in a function that has just started. */
  first: number;
  later: number[];
}

/** Runs each case once, and then so many times again. */
export async function measureWorst(
  { rounds }: { rounds: number },
  progress: Progress,
): Promise<WorstTimes[]> {
  const times: WorstTimes[] = [];
  for (const { name, run } of worstCases) {
    progress.step(`The most expensive requests: ${name}`);
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
