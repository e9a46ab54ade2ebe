import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import { emptyFolder } from '../../harness/folder.ts';
import { type Bundle, bundleAll, type Subject } from './bundles.ts';
import { startWorld, type World } from './world.ts';

const probe = fileURLToPath(new URL('probe.cjs', import.meta.url));

const printed = z.object({ loadMs: z.number(), requestMs: z.number(), ok: z.boolean() });

/** The times of one bundle in milliseconds, one for each fresh process. */
export interface ColdStart {
  subject: Subject;
  bytes: number;
  load: number[];
  firstRequest: number[];
}

/** Starts every bundle in turn, round by round, each time in a new process. */
export async function measureCold(
  { rounds }: { rounds: number },
  progress: Progress,
  stops: Stops,
): Promise<ColdStart[]> {
  progress.step('Bundling');
  const bundles = bundleAll(await emptyFolder(stops));
  const world = await startWorld(stops);
  const starts = bundles.map(({ subject, bytes }): ColdStart => {
    return { subject, bytes, load: [], firstRequest: [] };
  });
  for (let round = -1; round < rounds; round++) {
    progress.step(`Starting, round ${round + 1} of ${rounds}`);
    for (const [at, bundle] of bundles.entries()) {
      const { loadMs, requestMs } = await startOnce(bundle, world);
      // The first round reads the files from the disk; later rounds find them in memory.
      if (round < 0) continue;
      starts[at]?.load.push(loadMs);
      starts[at]?.firstRequest.push(requestMs);
    }
  }
  return starts;
}

async function startOnce({ subject, path }: Bundle, { variables, invocations }: World) {
  const { event, expected } = invocations[subject];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [probe, path, JSON.stringify(event)],
    { env: { PATH: dirname(process.execPath), EXPECTED: expected, ...variables } },
  );
  // The function's log line comes before the last line.
  const measured = printed.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  if (!measured.ok) throw new Error(`${subject} gave an unexpected answer: ${stdout}`);
  return measured;
}
