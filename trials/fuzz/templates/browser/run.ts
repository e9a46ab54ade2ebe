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
  const all = [...drawCases(options)];
  for (let read = 0; read < all.length; read += casesAtOnce) {
    progress.step(`${read} of ${all.length} mails read`);
    const reader = await MailReader.open(browser);
    broken.push(...(await judge(reader, all.slice(read, read + casesAtOnce))));
    await reader.close();
  }
  return { text: report(all.length, broken), held: broken.length === 0 };
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
