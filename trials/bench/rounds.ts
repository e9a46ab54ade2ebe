import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { median } from '../harness/statistics.ts';

/** Something to time. */
export interface Timed {
  name: string;
  run: () => unknown;
}

/** Microseconds of one run of each thing, by its name: the median of each round. */
export type Rounds = Map<string, number[]>;

/**
 * Times things side by side: in each round each of them in turn, so that whatever slows the machine
 * slows them all. One round before the first is not counted.
 */
export async function timeRounds(
  things: readonly Timed[],
  { rounds, runs }: { rounds: number; runs: number },
): Promise<Rounds> {
  const times: Rounds = new Map(things.map(({ name }) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    const ofRound = new Map(things.map(({ name }) => [name, [] as number[]]));
    for (let run = 0; run < runs; run++) {
      for (const thing of things) {
        const startMs = performance.now();
        await thing.run();
        ofRound.get(thing.name)?.push((performance.now() - startMs) * 1000);
      }
    }
    if (round < 0) continue;
    for (const [name, each] of ofRound) times.get(name)?.push(median(each));
  }
  return times;
}

/** How long each thing runs within a round, in milliseconds. */
const loopMs = 4;

/** Loops hand their results to this, so that no compiler leaves the work out. */
const kept = { numbers: 0 };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as (how: { type: 'minor' | 'major' }) => void;

/** Bytes of heap in use after a whole garbage collection. */
export function usedHeapBytes(): number {
  collectGarbage({ type: 'major' });
  return process.memoryUsage().heapUsed;
}

/**
 * Times things side by side like `timeRounds`, for things that take microseconds and wait for nothing: each runs
 * for some milliseconds at a stretch, after the garbage of the one before is collected. A resulting text is made flat
 * within the time, because V8 hands out ropes that its reader would have to walk.
 */
export function timeLoops(things: readonly Timed[], { rounds }: { rounds: number }): Rounds {
  const times: Rounds = new Map(things.map(({ name }) => [name, []]));
  const runs = new Map(things.map((thing) => [thing.name, runsWithin(thing)]));
  for (let round = 0; round < rounds; round++) {
    for (const thing of things) {
      const count = runs.get(thing.name) ?? 1;
      times.get(thing.name)?.push((timeLoop(thing, count) * 1000) / count);
    }
  }
  return times;
}

/** How many runs fill a loop, once the thing is warm. */
function runsWithin(thing: Timed): number {
  let count = 1;
  let ms = timeLoop(thing, count);
  // After the time of twenty loops V8 has compiled the code.
  for (let spent = ms; spent < 20 * loopMs; spent += ms) {
    if (ms < loopMs) count *= 2;
    ms = timeLoop(thing, count);
  }
  return Math.max(1, Math.round((count * loopMs) / ms));
}

/** Milliseconds of so many runs. */
function timeLoop({ run }: Timed, count: number): number {
  collectGarbage({ type: 'minor' });
  const startMs = performance.now();
  for (let at = 0; at < count; at++) {
    const made = run();
    // Reading a text as a number flattens it.
    if (typeof made === 'string') kept.numbers += Number(made) > 0 ? 1 : 0;
  }
  return performance.now() - startMs;
}
