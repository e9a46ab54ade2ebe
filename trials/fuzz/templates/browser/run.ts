import type { Progress } from '../../../../local/progress.ts';
import type { Stops } from '../../../../local/stops.ts';
import { launchPackaged } from '../../../../test/browser/harness/chromium.ts';
import type { Verdict } from '../../../harness/verdict.ts';
import { drawCases, type MailCase } from './cases.ts';
import { type Judged, judge } from './judge.ts';
import { MailReader } from './mail-reader.ts';

/** Mails that are read in one page. */
const casesAtOnce = 1000;

/** The number of broken mails to print, the shortest first. */
const printed = 5;

/** Reads `runs` mails with hostile values in a browser. */
export async function tryInBrowser(
  options: { runs: number; seed: number },
  progress: Progress,
  stops: Stops,
): Promise<Verdict> {
  const browser = stops.add(await launchPackaged(), (opened) => opened.close());
  const broken: Judged<MailCase>[] = [];
  let read = 0;
  for (const cases of inGroups(drawCases(options), casesAtOnce)) {
    progress.step(`${read} of ${options.runs} mails read`);
    const reader = await MailReader.open(browser);
    broken.push(...(await judge(reader, cases)));
    await reader.close();
    read += cases.length;
  }
  return { text: report(read, broken), held: broken.length === 0 };
}

function* inGroups<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let group: T[] = [];
  for (const one of all) {
    group.push(one);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

function report(read: number, broken: Judged<MailCase>[]): string {
  const word = broken.length === 0 ? 'held' : 'broken';
  const shortest = broken.toSorted((a, b) => a.pair.template.length - b.pair.template.length);
  return [
    `${word}  ${read} mails in Chromium, ${broken.length} of them broken: no value runs a script, opens an element or an attribute, makes a scheme that is not permitted, or changes a host`,
    ...shortest.slice(0, printed).map(describe),
    '',
  ].join('\n');
}

function describe({ pair, faults }: Judged<MailCase>): string {
  const { template, variables, hostile } = pair;
  return [
    `\n${faults.join('\n')}`,
    `template  ${JSON.stringify(template)}`,
    `values    ${JSON.stringify(variables)}`,
    `mail      ${JSON.stringify(hostile)}`,
  ].join('\n');
}
