import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { median, spread } from '../harness/statistics.ts';
import { judge, percent, type Row, ratiosOf } from './rows.ts';

/** A function to time, and its name in the results. */
interface Timed {
  name: string;
  run: () => unknown;
}

/** The times of candidates that did the same work. */
export interface SideBySide {
  name: string;
  /** The microseconds of one run in each round, by candidate; ours is `postrider`. */
  times: ReadonlyMap<string, number[]>;
  /** The most time that ours may take, in multiples of the time of other candidates. */
  goals: Readonly<Record<string, number>>;
}

/** A row for each candidate, the fastest first. `slack`: by how much ours may miss each goal. */
export function sideBySideRows({ name, times, goals }: SideBySide, slack: number): Row[] {
  const own = times.get('postrider') ?? [];
  const sorted = [...times].sort(([, one], [, other]) => median(one) - median(other));
  return sorted.map(([candidate, theirs]) => {
    const ratios = ratiosOf(own, theirs);
    const compared: Row['figures'] =
      theirs === own ? {} : { 'postrider takes': median(ratios), spread: percent(spread(ratios)) };
    const goal = goals[candidate];
    const verdict = goal === undefined ? { holds: null } : judge(ratios, goal * slack);
    return {
      name: `${name}: ${candidate}`,
      figures: { µs: median(theirs), ...compared },
      ...verdict,
    };
  });
}

/** How long `timeLoops` runs each function within a round, in milliseconds. */
const loopMs = 4;

/** The loops use their results here, so that V8 does not optimise the work away. */
const kept = { numbers: 0 };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as (how: { type: 'minor' | 'major' }) => void;

/** Bytes of heap in use after a whole garbage collection. */
export function usedHeapBytes(): number {
  collectGarbage({ type: 'major' });
  return process.memoryUsage().heapUsed;
}

/**
 * Times functions by turns in each round, so that other work on the machine slows all of them equally. Each runs for
 * `loopMs` without a pause, after V8 has collected the garbage of the previous function. V8 returns joined texts as ropes;
 * the time includes making them flat, because otherwise the reader of the text would have to do it.
 */
export function timeLoops(things: readonly Timed[], rounds: number): SideBySide['times'] {
  const counted = things.map((thing) => ({ thing, count: runsWithin(thing), us: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { thing, count, us } of counted) us.push((timeLoop(thing, count) * 1000) / count);
  }
  return new Map(counted.map(({ thing, us }) => [thing.name, us]));
}

/** How many runs take `loopMs`, once V8 has compiled the function. */
function runsWithin(thing: Timed): number {
  let count = 1;
  let ms = timeLoop(thing, count);
  // V8 has compiled the code after it has run for 20 times `loopMs`.
  for (let spent = ms; spent < 20 * loopMs; spent += ms) {
    if (ms < loopMs) count *= 2;
    ms = timeLoop(thing, count);
  }
  return Math.max(1, Math.round((count * loopMs) / ms));
}

/** The time of `count` runs in milliseconds. */
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
