import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { Progress } from '../../local/progress.ts';
import { compileTemplate } from '../../shared/engine/render/compile-template.ts';
import type { PartialTemplate } from '../../shared/engine/render/join/taken-partials.ts';
import { engines, fromStored, storedProgram } from './engines.ts';
import { type Mail, mails, smallMail, write } from './mails.ts';
import { type Rounds, type SideBySide, timeLoops } from './rounds.ts';

const others = Object.keys(engines).filter((name) => name !== 'postrider');
const noEngineQuicker = Object.fromEntries(others.map((name) => [name, 1]));

/** The lower bound is a handwritten template literal; every other engine must be slower than ours. */
const goals = { ...noEngineQuicker, 'template-literal': 1.15 };

/** Times rendering each mail with every engine. Throws if the engines render different HTML. */
export function measureRender({ rounds }: { rounds: number }, progress: Progress): SideBySide[] {
  return mails.map((mail) => {
    progress.step(`Rendering ${mail.name}`);
    const ready = Object.entries(engines).map(([name, engine]) => ({ name, run: engine(mail) }));
    const wanted = ready[0]?.run();
    const other = ready.find(({ run }) => run() !== wanted);
    if (other) throw new Error(`${other.name} renders ${mail.name} differently`);
    return { name: mail.name, times: timeLoops(ready, { rounds }), goals };
  });
}

/** Times each mail as a template with a layout and a partial, compared with the same mail written as a whole. */
export function measureJoined({ rounds }: { rounds: number }, progress: Progress): SideBySide[] {
  return mails.map((mail) => {
    progress.step(`Rendering ${mail.name} of a layout and a partial`);
    const joined = fromStored(storedJoined(mail), mail);
    const whole = fromStored(storedProgram(mail), mail);
    if (joined() !== whole()) throw new Error(`${mail.name} is not the same with a layout`);
    const candidates = [
      { name: 'postrider', run: joined },
      { name: 'written whole', run: whole },
    ];
    const times = timeLoops(candidates, { rounds });
    // A save joins the parts; the rest is noise.
    return { name: `${mail.name}, joined`, times, goals: { 'written whole': 1.05 } };
  });
}

/** The first and the last part of the mail are its layout, and the second is a partial. */
function storedJoined({ parts }: Mail): string {
  const [head, first, ...rest] = parts.slice(0, -1).map((part) => write([part]));
  const foot = write(parts.slice(-1));
  const partials = new Map<string, PartialTemplate>([
    ['base', { html: `${head}{{> content}}${foot}` }],
    ['first', { html: first ?? '' }],
  ]);
  const html = `{{> first}}${rest.join('')}`;
  const taken = { partials, layout: 'base' };
  return JSON.stringify(compileTemplate({ subject: 'Your order', html, text: '' }, taken));
}

const probe = fileURLToPath(new URL('first-probe.ts', import.meta.url));

const printed = z.object({ us: z.number(), rendered: z.string() });

/** One round for this many rounds of the other cases, because each round starts a process for every engine. */
const roundsToOne = 20;

/**
 * Times the first rendering of the mail of 12 KB in a fresh process, with every engine in turn.
 * Throws if the engines render different HTML.
 */
export async function measureFirst(
  { rounds }: { rounds: number },
  progress: Progress,
): Promise<SideBySide> {
  const stored = storedProgram(smallMail);
  const times: Rounds = new Map(Object.keys(engines).map((name) => [name, []]));
  const rendered = new Set<string>();
  for (let round = 0; round < Math.ceil(rounds / roundsToOne); round++) {
    progress.step(`Rendering in fresh processes, round ${round + 1}`);
    for (const [name, found] of times) {
      const { stdout } = await promisify(execFile)(process.execPath, [probe, name, stored]);
      const { us, rendered: html } = printed.parse(JSON.parse(stdout));
      found.push(us);
      rendered.add(html);
    }
  }
  if (rendered.size > 1) throw new Error('The engines render different HTML');
  return { name: `${smallMail.name}, first of a process`, times, goals: noEngineQuicker };
}
