import type { Progress } from '../../local/progress.ts';
import { compileTemplate } from '../../shared/engine/render/compile-template.ts';
import { programsOf } from '../../shared/engine/render/compiled-template.ts';
import { deriveTextTemplate } from '../../shared/engine/render/derive-text.ts';
import { smallMailTemplate } from './mails.ts';
import { measureRender } from './render.ts';
import { type SideBySide, sideBySideRows, usedHeapBytes } from './rounds.ts';
import type { Row } from './rows.ts';
import { measureText } from './text.ts';
import { measureVerify } from './verify.ts';

/** A figure fails beyond this many times its goal: only a quiet machine can judge smaller differences. */
const slack = 1.5;

/** Bytes of heap for each byte of a template's source: 25 KB for 12. */
const heapGoal = 25 / 12;

/** Enough copies that other changes of the heap hardly count. */
const copies = 1000;

/** Measures the heap, and runs the benches that take only seconds, in few rounds. */
export async function measureCheck(given: { rounds: number }, progress: Progress): Promise<Row[]> {
  const heap = heapRow(heapOfSource());
  const sideBySide = {
    render: measureRender(given, progress),
    text: measureText(given, progress),
    verify: await measureVerify(given, progress),
  };
  return [...Object.entries(sideBySide).flatMap(([bench, all]) => checkRows(bench, all)), heap];
}

/** The ratios of a bench that have a goal, each compared with one and a half times its goal. */
export function checkRows(bench: string, measured: readonly SideBySide[]): Row[] {
  const rows = measured.flatMap((each) => sideBySideRows(each, slack));
  return rows
    .filter(({ goal }) => goal !== undefined)
    .map((row) => ({ ...row, name: `${bench}, ${row.name}` }));
}

/** The heap does not depend on other work on the machine, so it always gets a verdict. */
export function heapRow(heap: number): Row {
  const atMost = heapGoal * slack;
  const figures = { 'times its source': heap };
  const goal = `≤ ${atMost.toFixed(2)} x`;
  return { name: 'heap of a cached template', figures, goal, holds: heap <= atMost };
}

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
