import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { Progress } from '../../../local/progress.ts';
import type { Rounds } from '../rounds.ts';
import type { SideBySide } from '../side-by-side.ts';
import { engines, storedProgram } from './engines.ts';
import { smallMail } from './mails.ts';

const probe = fileURLToPath(new URL('first-probe.ts', import.meta.url));

const printed = z.object({ us: z.number(), rendered: z.string() });

/** One round here for this many rounds of the other cases, because each round starts a process for every engine. */
const roundsToOne = 20;

/**
 * Times the first rendering of the mail of 12 KB in a fresh process, with every engine in turn.
 * Throws if the engines render different HTML.
 */
export async function measureFirst(
  { rounds }: { rounds: number },
  progress: Progress,
): Promise<SideBySide> {
  const names = Object.keys(engines);
  const stored = storedProgram(smallMail);
  const times: Rounds = new Map(names.map((name) => [name, []]));
  const rendered = new Set<string>();
  for (let round = 0; round < Math.ceil(rounds / roundsToOne); round++) {
    progress.step(`Rendering in fresh processes, round ${round + 1}`);
    for (const name of names) {
      const { stdout } = await promisify(execFile)(process.execPath, [probe, name, stored]);
      const { us, rendered: html } = printed.parse(JSON.parse(stdout));
      times.get(name)?.push(us);
      rendered.add(html);
    }
  }
  if (rendered.size > 1) throw new Error('The engines render different HTML');
  const others = names.filter((name) => name !== 'postrider');
  const goals = others.map((against) => ({ against, ratio: 1 }));
  return { name: `${smallMail.name}, first of a process`, times, goals };
}
