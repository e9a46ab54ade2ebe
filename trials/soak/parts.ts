import type { Progress } from '../../local/progress.ts';
import { Stops } from '../../local/stops.ts';
import { runBatches } from './batch/run.ts';
import { runFunctions } from './function/run.ts';
import type { SoakOptions } from './options.ts';
import type { Part } from './report.ts';
import { notSent } from './scheduled/judge-scheduled.ts';
import { runScheduled, type ScheduledRun, type ScheduledRunOptions } from './scheduled/run.ts';
import { runService } from './service/run.ts';
import { runWebhooks } from './webhooks/run.ts';

/** One send through the service for this many through the function, within the rate of one account. */
const sendsPerServiceSend = 20;
const serviceSends = { least: 40, most: 500 };
const kills = 4;

const runs = {
  function: functionPart,
  scheduled: scheduledPart,
  webhooks: webhooksPart,
  batch: batchPart,
  service: servicePart,
};

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

async function scheduledPart(options: SoakOptions, progress: Progress, stops: Stops) {
  const run = await runScheduled(laterOptions(options, 'scheduled', progress), stops);
  return laterPart('scheduled', run);
}

async function batchPart(options: SoakOptions, progress: Progress, stops: Stops) {
  return laterPart('batch', await runBatches(laterOptions(options, 'batched', progress), stops));
}

async function webhooksPart(options: SoakOptions, progress: Progress, stops: Stops) {
  const run = await runWebhooks(laterOptions(options, 'announced', progress), stops);
  const { received, repeats, deliveries, died, left } = run.events;
  return laterPart('webhooks', run, [
    `${received} events, ${repeats} repeats, ${deliveries} deliveries`,
    `${died} dead letters of events, ${left} left`,
  ]);
}

function laterOptions(
  { seed, sends, environments, break: broken }: SoakOptions,
  what: string,
  progress: Progress,
): ScheduledRunOptions {
  const every = Math.max(100, Math.round(sends / 20));
  const onEnded = (ended: number) => {
    if (ended % every === 0) progress.step(`${ended} of ${sends} ${what} sends`);
  };
  progress.step(`${sends} ${what} sends, seed ${seed}`);
  return { seed, sends, environments, broken: broken ?? null, onEnded };
}

function laterPart(
  name: string,
  run: Omit<ScheduledRun, 'violations'> & Pick<Part, 'violations'>,
  more: readonly string[] = [],
): Part {
  const { violations, cases, sends, requests, states, unknownAccepted } = run;
  const { damage, deadLetters, cancels, deliveries, lost } = run;
  const peers = Object.entries(damage).flatMap(([peer, { faults, calls }]) =>
    calls === 0 ? [] : [`${faults} of ${calls} calls to ${peer} broken`],
  );
  const crashes = Object.values(damage).reduce((sum, each) => sum + each.crashes, 0);
  const met = [
    ...peers,
    `${crashes} crashes`,
    `${deliveries} wake-ups, ${lost} lost`,
    `${deadLetters.died} dead letters, ${deadLetters.left} left`,
    ...(cancels.asked === 0 ? [] : [`${cancels.asked} cancels, ${cancels.tooLate} too late`]),
    ...more,
  ];
  const { UNKNOWN: unknown = 0, ...others } = states;
  // What SES reports of a mail comes after SENT.
  const ends = Object.entries(others).filter(([state]) => !notSent.includes(state));
  const sent = ends.reduce((sum, [, count]) => sum + count, 0);
  const refused = sends - sent - unknown;
  return {
    ...{ name, violations, cases },
    ends: { sends, requests, sent, unknown, unknownAccepted, refused },
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
