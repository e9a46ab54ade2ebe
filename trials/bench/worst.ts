import { randomBytes } from 'node:crypto';
import type { Progress } from '../../local/progress.ts';
import { Refusal } from '../../shared/engine/errors.ts';
import { fieldProblems } from '../../shared/engine/flow/fields.ts';
import { loadPattern } from '../../shared/engine/flow/pattern.ts';
import {
  maxPatternInputCharacters,
  maxRenderedNodes,
  maxSectionDepth,
  maxTemplateHtmlBytes,
} from '../../shared/engine/limits.ts';
import { compileTemplate } from '../../shared/engine/render/compile-template.ts';
import { deriveTextTemplate } from '../../shared/engine/render/derive-text.ts';
import { renderMail } from '../../shared/engine/render/render-template.ts';
import { compileUnsubscribe } from '../../shared/manage/templates/compile-unsubscribe.ts';
import { prepareTemplate } from '../../shared/manage/templates/prepare-template.ts';
import { parseDelivery } from '../../shared/message/recipients.ts';
import { median, spread } from '../harness/statistics.ts';
import { judge, percent, type Row } from './rows.ts';
import { answer, bodies } from './worst-bodies.ts';

/** One of the most expensive requests to one part of the service. */
interface WorstCase {
  name: string;
  /** Does it once. Returns false if it was refused, and throws other errors. */
  run: () => Promise<boolean>;
}

/** A source of 512 KB: repeats a unit as often as it fits, then adds as many closing parts. */
function filled(unit: string, closing = ''): string {
  const times = Math.floor(maxTemplateHtmlBytes / (unit.length + closing.length));
  return unit.repeat(times) + closing.repeat(times);
}

const nested = (open: string, close: string) =>
  open.repeat(maxSectionDepth) + close.repeat(maxSectionDepth);

/** Sections that each leave a tag half open if entered, so that the HTML after them has many possible states. */
const halfTags = Array.from({ length: 16 }, (_, at) => `{{#s${at}}}<p a${at}{{/s${at}}}`).join('');

/** The templates that are most expensive to save. */
const sources: Record<string, string> = {
  'a source full of placeholders': filled('{{a}}'),
  'sections side by side': filled(nested('{{#a}}', '{{/a}}')),
  'nested sections': filled('{{#a}}', '{{/a}}'),
  'sections that leave tags half open': halfTags + filled(' b{{v}}').slice(halfTags.length),
  'nested elements': filled('<div>', '</div>'),
  'nested tables': filled('<table><tr><td>'),
  'a tag full of spaces': `{{x${' '.repeat(maxTemplateHtmlBytes - 3)}`,
  'incompressible text': randomBytes(maxTemplateHtmlBytes / 2).toString('hex'),
};

function saving([what, html]: [string, string]): WorstCase {
  const source = { templateId: 'worst', name: 'Worst', subject: 'Worst', html };
  return { name: `save: ${what}`, run: async () => (await prepareTemplate(source)).ok };
}

const many = (count: number, item: unknown) => Array.from({ length: count }, () => item);

/** The templates and variables that are most expensive to render. */
const renderings: Record<string, { html: string; a: unknown }> = {
  'a loop over 100,000 items': { html: '{{#a}}{{.}}{{/a}}', a: many(maxRenderedNodes, 1) },
  'nested loops': { html: nested('{{#a}}', '{{/a}}'), a: [1, 1, 1] },
  'a loop with much text': {
    html: `{{#a}}${'<p>text</p>'.repeat(10_000)}{{/a}}`,
    a: many(50, true),
  },
  'quotes to escape': { html: '{{a}}', a: "'".repeat(419_000) },
  'quotes to percent-encode': { html: '{{%a}}', a: "'".repeat(690_000) },
  'a value that is not a colour': { html: '<p style="color:{{a}}">', a: 'rgb('.repeat(250_000) },
  'a value that is not an address': { html: '<a href="{{a}}">x</a>', a: `${'\t'.repeat(1e6)}:` },
  'a plain text of many rows': {
    html: '<table>{{#a}}<tr><td>{{.}}</td><td>{{.}}</td></tr>{{/a}}</table>',
    a: many(33_000, 1),
  },
  'a plain text in 40 quotations': {
    html: `${'<blockquote>'.repeat(40)}{{#a}}x<br>{{/a}}${'</blockquote>'.repeat(40)}`,
    a: many(20_000, true),
  },
  'HTML from a value': { html: '{{{a}}}', a: '<div>'.repeat(200_000) },
};

function rendering([what, { html, a }]: [string, { html: string; a: unknown }]): WorstCase {
  const compiled = compileTemplate({ subject: 'Worst', html, text: deriveTextTemplate(html) });
  return { name: `render: ${what}`, run: () => unlessRefused(() => renderMail(compiled, { a })) };
}

/** Patterns near the limit of RE2's instructions, with texts that they nearly match, and a pattern over the limit. */
const searches: Record<string, { pattern: string; text: string }> = {
  'two runs of any length': { pattern: 'a{0,1000}a{0,1000}$', text: 'a' },
  'a thousand optional parts': { pattern: '(a?){1000}b', text: 'a' },
  'every way to split into two runs': { pattern: '[ab]{0,1000}a[ab]{0,1000}c$', text: 'caabab' },
  'a pattern over the limit': { pattern: 'a{0,1000}'.repeat(28), text: 'a' },
};

/** Saves a node of a flow and, if it is accepted, runs it on the longest value. */
function searching([what, { pattern, text }]: [string, { pattern: string; text: string }]) {
  const nodes = [{ id: 'n', type: 'verification', kind: 'regex', field: 'v', pattern }];
  const value = text.repeat(maxPatternInputCharacters / text.length);
  const run = async () => {
    if (
      (await fieldProblems({ nodes }, { mailboxProblem: () => null, compileUnsubscribe })).length >
      0
    )
      return false;
    const found = await loadPattern(pattern);
    if (found.ok) found.search(value);
    return found.ok;
  };
  return { name: `search: ${what}`, run };
}

function answering(endpoint: keyof typeof bodies) {
  return ([what, body]: [string, string]): WorstCase => {
    const run = answer(endpoint, body);
    return { name: `${endpoint}: ${what}`, run: () => unlessRefused(run) };
  };
}

/** Values of a field for recipients. */
const recipients: Record<string, string> = {
  'a field of commas': ','.repeat(1e6),
  'a field of quotes': '"'.repeat(1e6),
  'a name of backslashes': `"${'\\\\'.repeat(5e5)}" <a@b.example>`,
};

function addressing([what, _cc]: [string, string]): WorstCase {
  const fields = { _to: 'ada@inbox.example.com', _cc };
  return { name: `parse: ${what}`, run: async () => parseDelivery(fields).ok };
}

async function unlessRefused(act: () => unknown): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

const worstCases: readonly WorstCase[] = [
  ...Object.entries(sources).map(saving),
  ...Object.entries(renderings).map(rendering),
  ...Object.entries(searches).map(searching),
  ...Object.entries(bodies.execute).map(answering('execute')),
  ...Object.entries(bodies.batch).map(answering('batch')),
  ...Object.entries(recipients).map(addressing),
];

/** Runs each case once, as in a function that has just started, and then `rounds` times again. */
export async function measureWorst(
  { rounds }: { rounds: number },
  progress: Progress,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, run } of worstCases) {
    progress.step(`Worst case: ${name}`);
    let isDone = false;
    const ms: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const startMs = performance.now();
      isDone = await run();
      ms.push(performance.now() - startMs);
    }
    rows.push(worstRow(name, isDone, ms));
  }
  return rows;
}

/** The most milliseconds that any request may take, without DNS and SES. */
const goalMs = 1000;

/** The row of a case: its times in milliseconds, the first one first. A refusal must not take longer either. */
export function worstRow(name: string, isDone: boolean, [first = 0, ...later]: number[]): Row {
  const figures = {
    '': isDone ? 'answered' : 'refused',
    'first, ms': first,
    'later, ms': median(later),
    spread: percent(spread(later)),
  };
  const goal = `≤ ${goalMs} ms`;
  // A time within the goal needs no quiet machine; a time beyond it on a busy machine proves nothing.
  const isWithin = Math.max(first, median(later)) <= goalMs;
  return { name, figures, goal, holds: isWithin || judge(later, { atMost: 0 }).holds };
}
