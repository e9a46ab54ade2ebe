import type { Progress } from '../../../local/progress.ts';
import { Stops } from '../../../local/stops.ts';
import { printTable } from '../../harness/print-table.ts';
import type { Verdict } from '../../harness/verdict.ts';
import { runBatches } from '../batch/run.ts';
import { scheduledBreaks } from '../scheduled/breaks.ts';
import { runScheduled } from '../scheduled/run.ts';
import { webhookBreaks } from '../webhooks/breaks.ts';
import { runWebhooks } from '../webhooks/run.ts';
import { type Break, batchBreaks, functionBreaks } from './breaks.ts';
import { runFunctions } from './run.ts';

/** A few sends are enough to notice every break but these two (docs/soak.md). */
const needsLongRun: readonly Break[] = ['no-deadline', 'free-any'];

/** The sends of one try. One try may miss a break by chance, but six tries hardly ever do. */
const sends = 40;
const tries = 6;

const runs = [
  { breaks: functionBreaks, run: runFunctions },
  { breaks: scheduledBreaks, run: runScheduled },
  { breaks: batchBreaks, run: runBatches },
  { breaks: webhookBreaks, run: runWebhooks },
];

/** Breaks one part after the other on purpose. It holds if the run notices each break. */
export async function runBreaks(
  { seed, environments }: { seed: number; environments: number },
  progress: Progress,
  outer: Stops,
): Promise<Verdict> {
  const rows: [Break, string][] = [];
  const all = runs.flatMap(({ breaks, run }) => breaks.map((broken) => ({ broken, run })));
  for (const { broken, run: runOf } of all) {
    if (needsLongRun.includes(broken)) continue;
    let noticed = '';
    for (let attempt = 0; noticed === '' && attempt < tries; attempt++) {
      progress.step(`${sends} sends with ${broken}, seed ${seed + attempt}`);
      const stops = outer.add(new Stops(), (inner) => inner.all());
      const run = await runOf({ seed: seed + attempt, sends, environments, broken }, stops);
      noticed = violationsIn(run);
      await stops.all();
    }
    rows.push([broken, noticed || 'not noticed']);
  }
  return {
    text: `${printTable(['break', 'violations'], rows)}\n`,
    held: rows.every(([, noticed]) => noticed !== 'not noticed'),
  };
}

/** `sentTwice 3`, for instance; empty if every promise held. */
function violationsIn({ violations }: { violations: object }): string {
  return Object.entries(violations)
    .filter(([, count]) => count > 0)
    .map(([violation, count]) => `${violation} ${count}`)
    .join('\n');
}
