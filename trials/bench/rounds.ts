import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** One thing that is timed. */
export interface Timed {
  name: string;
  run: () => Promise<unknown>;
}

/** Microseconds of one run of each thing, by its name: the median of each round. */
export type Rounds = Map<string, number[]>;

/**
 * Times things side by side: in each round every one of them in turn, so that what slows the machine
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
      for (const thing of things) ofRound.get(thing.name)?.push(await timeOnce(thing));
    }
    if (round < 0) continue;
    for (const [name, each] of ofRound) times.get(name)?.push(median(each));
  }
  return times;
}

/** One thing that takes microseconds, and waits for nothing. */
export interface Looped {
  name: string;
  run: () => unknown;
}

/** How long each thing runs within a round, in milliseconds. */
const loopMs = 4;

/** What loops hand their results to, so that no compiler leaves them out. */
const kept = { numbers: 0 };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as (how: { type: 'minor' }) => void;

/**
 * Times short things side by side, like `timeRounds`, each as many times at a stretch as takes some
 * milliseconds, after the last one's garbage is gone. A text that comes of one is made flat within its time: V8 hands out ropes that
 * somebody else would have to walk.
 */
export function timeLoops(things: readonly Looped[], { rounds }: { rounds: number }): Rounds {
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
function runsWithin(thing: Looped): number {
  let count = 1;
  let ms = timeLoop(thing, count);
  // Twenty times a round's loop: what is compiled is compiled by then.
  for (let spent = ms; spent < 20 * loopMs; spent += ms) {
    if (ms < loopMs) count *= 2;
    ms = timeLoop(thing, count);
  }
  return Math.max(1, Math.round((count * loopMs) / ms));
}

/** Milliseconds that so many runs take. */
function timeLoop({ run }: Looped, count: number): number {
  collectGarbage({ type: 'minor' });
  const startMs = performance.now();
  for (let at = 0; at < count; at++) {
    const made = run();
    // Reading a text as a number flattens it.
    if (typeof made === 'string') kept.numbers += Number(made) > 0 ? 1 : 0;
  }
  return performance.now() - startMs;
}

async function timeOnce({ run }: Timed): Promise<number> {
  const startMs = performance.now();
  await run();
  return (performance.now() - startMs) * 1000;
}

/**
 * How far the ratios of the rounds may lie apart for a verdict: beyond it the machine was doing
 * something else as well.
 */
export const quietSpread = 0.2;

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** How far the rounds lie apart: the distance of their quartiles, as a share of their median. */
export function spread(values: readonly number[]): number {
  return (quantile(values, 0.75) - quantile(values, 0.25)) / median(values);
}

/** What so large a share of the values are at most. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}
