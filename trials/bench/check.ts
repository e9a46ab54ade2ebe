import type { Progress } from '../../local/progress.ts';
import { compileTemplate } from '../../shared/engine/render/compile-template.ts';
import { programsOf } from '../../shared/engine/render/compiled-template.ts';
import { deriveTextTemplate } from '../../shared/engine/render/derive-text.ts';
import { runProgram } from '../../shared/engine/render/program/run-program.ts';
import { LayoutOutput } from '../../shared/engine/render/text/layout-output.ts';
import { textFromHtml } from '../../shared/engine/render/text-from-html.ts';
import { engines } from './engines.ts';
import { type Mail, mails, smallMailTemplate, write } from './mails.ts';
import { type SideBySide, sideBySideRows, timeLoops, usedHeapBytes } from './rounds.ts';
import type { Row } from './rows.ts';

/**
 * The most time that rendering may take, in multiples of another engine's time. The template literal, written by hand,
 * is the lower bound.
 */
const renderGoals = { 'template-literal': 1.15, handlebars: 1, mustache: 1 };

/** The most time of the derived text, as a share of converting the HTML. A loop's rows are laid out at each rendering. */
const textGoals = { ordinary: 1 / 25, withLoop: 1 / 20 };

/** The most bytes of heap for each byte of a template's source: 25 KB for 12. */
const heapGoal = 25 / 12;

/** A figure fails beyond this many times its goal: only a quiet machine can judge smaller differences. */
const slack = 1.5;

/** Measures the engine: rendering, the plain text, and the heap of a cached template. */
export async function measureCheck(
  { rounds }: { rounds: number },
  progress: Progress,
): Promise<Row[]> {
  const heap = heapRow(heapOfSource());
  const timed = mails.flatMap((mail) => {
    progress.step(`Rendering ${mail.name}`);
    return [timeRender(mail, rounds), timeText(mail, rounds)];
  });
  return [...timed.flatMap((each) => sideBySideRows(each, slack)), heap];
}

/** Times rendering a mail with every engine. Throws if the engines render different HTML. */
function timeRender(mail: Mail, rounds: number): SideBySide {
  const ready = Object.entries(engines).map(([name, engine]) => ({ name, run: engine(mail) }));
  const wanted = ready[0]?.run();
  const other = ready.find(({ run }) => run() !== wanted);
  if (other) throw new Error(`${other.name} renders ${mail.name} differently`);
  return { name: `render ${mail.name}`, times: timeLoops(ready, rounds), goals: renderGoals };
}

/**
 * Times the plain text of a mail: derived when the template was saved, and converted at each send. Throws if the two
 * texts differ.
 */
function timeText(mail: Mail, rounds: number): SideBySide {
  const html = engines.postrider(mail)();
  const derived = derivedText(mail);
  if (derived() !== textFromHtml(html))
    throw new Error(`The derived text of ${mail.name} differs from the converted one`);
  const candidates = [
    { name: 'postrider', run: derived },
    { name: 'conversion', run: () => textFromHtml(html) },
  ];
  const conversion = mail.name.endsWith('loop') ? textGoals.withLoop : textGoals.ordinary;
  const times = timeLoops(candidates, rounds);
  return { name: `text ${mail.name}`, times, goals: { conversion } };
}

function derivedText({ parts, variables }: Mail): () => string {
  const html = write(parts);
  const text = deriveTextTemplate(html);
  const stored = JSON.stringify(compileTemplate({ subject: 'Your order', html, text }));
  const program = programsOf(JSON.parse(stored)).text;
  if (!program) throw new Error('The text was not derived');
  return () => runProgram(program, variables, new LayoutOutput(), []);
}

/** The heap does not depend on other work on the machine, so it always gets a verdict. */
export function heapRow(heap: number): Row {
  const atMost = heapGoal * slack;
  const figures = { 'times its source': heap };
  const goal = `≤ ${atMost.toFixed(2)} x`;
  return { name: 'heap of a cached template', figures, goal, holds: heap <= atMost };
}

/** Enough copies that other changes of the heap hardly count. */
const copies = 1000;

/** Bytes of heap that a cached template takes for each byte of its source. A function reads it from its stored programs. */
function heapOfSource(): number {
  const { subject, html } = smallMailTemplate;
  const stored = JSON.stringify(compileTemplate({ subject, html, text: deriveTextTemplate(html) }));
  const kept: unknown[] = [];
  const read = () => kept.push(programsOf(JSON.parse(stored)));
  // The first reading also allocates what all readings share, which does not count.
  read();
  const before = usedHeapBytes();
  for (let copy = 0; copy < copies; copy++) read();
  const bytes = (usedHeapBytes() - before) / copies;
  if (kept.includes(null)) throw new Error('The stored programs cannot be read');
  return bytes / Buffer.byteLength(html);
}
