import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { Progress } from '../../local/progress.ts';
import { compileTemplate } from '../../shared/render/compile-template.ts';
import type { Rounds } from '../rounds.ts';
import type { SideBySide } from '../side-by-side.ts';
import { engines } from './engines.ts';
import { mails } from './mails.ts';
import * as syntax from './syntax.ts';

const probe = fileURLToPath(new URL('first-probe.ts', import.meta.url));

const printed = z.object({ us: z.number(), rendered: z.string() });

/** A process for every engine in every round: so many rounds of the others are one of these. */
const roundsToOne = 20;

/**
 * The first rendering of the mail of 12 KB in a fresh process, ours in turn with every engine.
 * Throws where one of them renders something else.
 */
export async function measureFirst(
  { rounds }: { rounds: number },
  progress: Progress,
): Promise<SideBySide> {
  const names = Object.keys(engines);
  const stored = storedProgram();
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
  if (rendered.size > 1) throw new Error('The engines render different things');
  const others = names.filter((name) => name !== 'postrider');
  const goals = others.map((against) => ({ against, ratio: 1 }));
  return { name: '12KB, first of a process', times, goals };
}

function storedProgram(): string {
  const [mail] = mails;
  if (!mail) throw new Error('There is no mail to be rendered');
  const html = syntax.write(mail.parts, syntax.postrider);
  return JSON.stringify(compileTemplate({ subject: 'Your order', html, text: '' }));
}
