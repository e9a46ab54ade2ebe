import type { Progress } from '../../local/progress.ts';
import { Stops } from '../../local/stops.ts';
import { runFunctions } from './function/run.ts';
import type { SoakOptions } from './options.ts';
import type { Part } from './report.ts';
import { runScheduled } from './scheduled/run.ts';
import { runService } from './service/run.ts';

/** One send through the service for this many through the function, within the rate of one account. */
const sendsPerServiceSend = 20;
const serviceSends = { least: 40, most: 500 };
const kills = 4;

const runs = { function: functionPart, scheduled: scheduledPart, service: servicePart };

/** Runs the parts in this order, or one of them. */
export async function runParts(
  options: SoakOptions,
  progress: Progress,
  outer: Stops,
): Promise<Part[]> {
  const parts: Part[] = [];
  for (const [name, run] of Object.entries(runs)) {
    if (options.only !== undefined && options.only !== name) continue;
    const stops = outer.add(new Stops(), (inner) => inner.all());
    parts.push(await run(options, progress, stops));
    await stops.all();
  }
  return parts;
}

async function functionPart(
  { seed, sends, environments, break: broken }: SoakOptions,
  progress: Progress,
  stops: Stops,
): Promise<Part> {
  const every = Math.max(100, Math.round(sends / 20));
  const onEnded = (ended: number) => {
    if (ended % every === 0) progress.step(`${ended} of ${sends} sends through the function`);
  };
  progress.step(`${sends} sends through the function, seed ${seed}`);
  const run = await runFunctions(
    { seed, sends, environments, broken: broken ?? null, onEnded },
    stops,
  );
  const { SES: ses, tables } = run.damage;
  const damage = [
    `${ses.faults} of ${ses.calls} calls to SES broken, ${ses.slow} slow`,
    `${tables.faults} of ${tables.calls} calls to tables broken, ${tables.slow} slow`,
    `${ses.crashes + tables.crashes} crashes`,
    `${run.reports.reports} reports, ${run.reports.deadLetters} never accepted`,
  ];
  return { ...run, name: 'function', damage: damage.join('\n') };
}

async function scheduledPart(
  { seed, sends, environments, break: broken }: SoakOptions,
  progress: Progress,
  stops: Stops,
): Promise<Part> {
  const every = Math.max(100, Math.round(sends / 20));
  const onEnded = (ended: number) => {
    if (ended % every === 0) progress.step(`${ended} of ${sends} scheduled sends`);
  };
  progress.step(`${sends} scheduled sends, seed ${seed}`);
  const run = await runScheduled(
    { seed, sends, environments, broken: broken ?? null, onEnded },
    stops,
  );
  const { states, cancels, damage, unknownAccepted } = run;
  const peers = Object.entries(damage).map(
    ([peer, { faults, calls }]) => `${faults} of ${calls} calls to ${peer} broken`,
  );
  const crashes = Object.values(damage).reduce((sum, each) => sum + each.crashes, 0);
  const met = [
    ...peers,
    `${crashes} crashes`,
    `${run.deliveries} wake-ups, ${run.deadLetters} never taken`,
    `${cancels.asked} cancels, ${cancels.tooLate} too late`,
  ];
  const { SENT = 0, UNKNOWN = 0 } = states;
  return {
    name: 'scheduled',
    violations: run.violations,
    cases: run.cases,
    ends: {
      sends,
      requests: run.requests,
      sent: SENT,
      unknown: UNKNOWN,
      unknownAccepted,
      refused: sends - SENT - UNKNOWN,
    },
    damage: met.join('\n'),
  };
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
  return { ...run, name: 'service', damage: `killed ${run.kills} times` };
}
