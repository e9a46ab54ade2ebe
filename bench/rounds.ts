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

async function timeOnce({ run }: Timed): Promise<number> {
  const startMs = performance.now();
  await run();
  return (performance.now() - startMs) * 1000;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** How far the rounds lie apart: the distance of their quartiles, as a share of their median. */
export function spread(values: readonly number[]): number {
  return (quantile(values, 0.75) - quantile(values, 0.25)) / median(values);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}
