import type { Progress } from '../../local/progress.ts';
import type { Stops } from '../../local/stops.ts';
import { runFunctions } from './function/run.ts';
import type { SoakOptions } from './options.ts';
import type { Part } from './report.ts';
import { runService } from './service/run.ts';

/** Sends through the service for so many through the function, within what one account may send. */
const sendsPerServiceSend = 20;
const serviceSends = { least: 40, most: 500 };
const kills = 4;

/** The fault run: the function first, then the service. */
export async function runParts(
  options: SoakOptions,
  progress: Progress,
  stops: Stops,
): Promise<Part[]> {
  const parts: Part[] = [];
  if (options.only !== 'service') parts.push(await functionPart(options, progress, stops));
  if (options.only !== 'function') parts.push(await servicePart(options, progress, stops));
  return parts;
}

async function functionPart(
  { seed, sends, environments, break: broken }: SoakOptions,
  progress: Progress,
  stops: Stops,
): Promise<Part> {
  const every = Math.max(100, Math.round(sends / 20));
  const tell = (ended: number) => {
    if (ended % every === 0) progress.step(`${ended} of ${sends} sends through the function`);
  };
  progress.step(`${sends} sends through the function, seed ${seed}`);
  const wanted = { seed, sends, environments, broken: broken ?? null, progress: tell };
  const { done, reports, ...judgement } = await runFunctions(wanted, stops);
  const { SES: ses, tables } = done;
  const words = [
    `${ses.faults} of ${ses.calls} calls to SES broken, ${ses.slow} slow`,
    `${tables.faults} of ${tables.calls} calls to tables broken, ${tables.slow} slow`,
    `${ses.crashes + tables.crashes} crashes`,
    `${reports.reports} reports, ${reports.deadLetters} never taken`,
  ];
  return { ...judgement, name: 'function', done: words.join('\n') };
}

async function servicePart(
  { seed, sends }: SoakOptions,
  progress: Progress,
  stops: Stops,
): Promise<Part> {
  const wanted = Math.round(sends / sendsPerServiceSend);
  const count = Math.min(serviceSends.most, Math.max(serviceSends.least, wanted));
  progress.step(`${count} sends through the service, which is killed ${kills} times`);
  const run = await runService({ seed, sends: count, kills }, stops);
  return { ...run, name: 'service', done: `killed ${run.kills} times` };
}
