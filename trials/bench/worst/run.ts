import type { Progress } from '../../../local/progress.ts';
import { worstCases } from './cases.ts';

/** What the most that can be asked took. */
export interface WorstTimes {
  name: string;
  /** Whether it was answered or, which must cost no more, refused. */
  isDone: boolean;
  /** Milliseconds of the first time, as in a function that has just started. */
  first: number;
  /** Milliseconds of the times after it. */
  later: number[];
}

/** Does the most that can be asked, once and then so many times again. */
export async function measureWorst(
  { rounds }: { rounds: number },
  progress: Progress,
): Promise<WorstTimes[]> {
  const times: WorstTimes[] = [];
  for (const { name, run } of worstCases) {
    progress.step(`The most that can be asked: ${name}`);
    const { ms: first, isDone } = await timed(run);
    const later: number[] = [];
    for (let round = 0; round < rounds; round++) later.push((await timed(run)).ms);
    times.push({ name, isDone, first, later });
  }
  return times;
}

async function timed(run: () => Promise<boolean>): Promise<{ ms: number; isDone: boolean }> {
  const startMs = performance.now();
  const isDone = await run();
  return { ms: performance.now() - startMs, isDone };
}
