import type { Progress } from '../../local/progress.ts';
import { Stops } from '../../local/stops.ts';
import { printTable } from '../harness/print-table.ts';
import type { Verdict } from '../harness/verdict.ts';
import { type Break, breaks } from './breaks.ts';
import type { SoakOptions } from './options.ts';
import {
  brokenIn,
  type PartName,
  type PartOptions,
  type PartResult,
  partNames,
  report,
  type SoakPart,
} from './part.ts';
import { runBatches } from './parts/batch.ts';
import { runFunctions } from './parts/function.ts';
import { runScheduled } from './parts/scheduled.ts';
import { runService } from './parts/service.ts';
import { runWebhooks } from './parts/webhooks.ts';

const parts: Readonly<Record<PartName, SoakPart>> = {
  function: runFunctions,
  scheduled: runScheduled,
  webhooks: runWebhooks,
  batch: runBatches,
  service: runService,
};

/** Runs one part, and stops everything that it started. */
async function runPart(name: PartName, options: PartOptions, outer: Stops): Promise<PartResult> {
  const stops = outer.add(new Stops(), (inner) => inner.all());
  const result = await parts[name](options, stops);
  await stops.all();
  return result;
}

/** Runs the parts, or one of them. */
export async function runParts(
  { only, break: wanted, ...options }: SoakOptions,
  progress: Progress,
  stops: Stops,
): Promise<Verdict> {
  const broken = wanted ?? null;
  const results: [PartName, PartResult][] = [];
  for (const name of only === undefined ? partNames : [only]) {
    progress.step(`Part ${name}, seed ${options.seed}`);
    results.push([name, await runPart(name, { ...options, broken }, stops)]);
  }
  return report(Object.fromEntries(results));
}

/** The sends of one try of a break. One try may miss it by chance, but six tries hardly ever do. */
const sends = 40;
const tries = 6;

/** Breaks one part after the other on purpose. It holds if the run notices each break that needs no long run. */
export async function runBreaks(
  { seed, environments }: Pick<SoakOptions, 'seed' | 'environments'>,
  progress: Progress,
  stops: Stops,
): Promise<Verdict> {
  const rows: [string, string][] = [];
  for (const [broken, { part, needsLongRun }] of Object.entries<Break>(breaks)) {
    if (needsLongRun) continue;
    let noticed = '';
    for (let attempt = 0; noticed === '' && attempt < tries; attempt++) {
      progress.step(`${sends} sends with ${broken}, seed ${seed + attempt}`);
      const options = { seed: seed + attempt, sends, environments, broken };
      noticed = brokenIn(await runPart(part, options, stops));
    }
    rows.push([broken, noticed || 'not noticed']);
  }
  return {
    text: `${printTable(['break', 'broken promises'], rows)}\n`,
    held: rows.every(([, noticed]) => noticed !== 'not noticed'),
  };
}
