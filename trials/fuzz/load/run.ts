import { setTimeout as pause } from 'node:timers/promises';
import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { type Plan, plans } from '../../../shared/plans.ts';
import { openAccount } from '../../harness/accounts.ts';
import { printTable } from '../../harness/print-table.ts';
import { sendTemplate } from '../../harness/send.ts';
import { quantile } from '../../harness/statistics.ts';
import type { Verdict } from '../../harness/verdict.ts';
import { type Service, startService } from '../service/start.ts';
import { type Arrival, isOverRate, isSent, sendOne, sendStream } from './arrivals.ts';

export interface LoadOptions {
  /** Sends a second. */
  rate: number;
  seconds: number;
  /** Environments of each function; undefined for the number of `npm start`. */
  environments?: number | undefined;
}

/** How long the simulated SES takes for each answer, in milliseconds. */
const sesMs = 50;

/** Sends a second of one account, below the rate of plan Team. */
const ratePerAccount = 12;

/**
 * The flooding account sends at this many times the rate of its plan, for this many seconds. Its burst is used up after
 * about half of that time.
 */
const [times, floodSeconds] = [10, 15];

const [floodPlan, otherPlan] = ['pro', 'team'] as const satisfies Plan[];

/**
 * Sends from many accounts at a steady rate. Then one account floods the service while another sends below its plan's
 * rate.
 */
export async function tryLoad(
  options: LoadOptions,
  progress: Progress,
  stops: Stops,
): Promise<Verdict> {
  const words = options.environments ? ['--environments', String(options.environments)] : [];
  let mails = 0;
  const onMail = () => {
    mails += 1;
  };
  progress.step('Starting the service');
  const service = await startService({ answerMs: sesMs, onMail }, stops, words);
  const steady = await sendSteadily(service, options, progress);
  const accepted = steady.filter(isSent).length;
  const isWhole = accepted === steady.length && mails >= accepted;
  const flood = await sendTooMuch(service, progress);
  const table = printTable(
    ['sends', 'a second', 'sent', '429', 'else', 'p50 ms', 'p95 ms', 'p99 ms'],
    [
      row(`many accounts, ${options.seconds} s`, options.rate, steady),
      row(`one account on ${floodPlan}`, flood.rate, flood.own),
      row('another meanwhile', ratePerAccount, flood.others),
      row('the first, a second later', 1, [flood.later]),
    ],
  );
  const wrong = [...steady, ...flood.own, ...flood.others, flood.later].filter(
    (each) => !isSent(each) && !isOverRate(each),
  );
  const shown = wrong.slice(0, 5).map((each) => JSON.stringify(each));
  const text = [table, `${mails} mails at SES`, ...shown, ''].join('\n');
  return { text, held: isWhole && flood.held && wrong.length === 0 };
}

async function sendSteadily(service: Service, { rate, seconds }: LoadOptions, progress: Progress) {
  const accounts = Math.ceil(rate / ratePerAccount);
  const keys: string[] = [];
  for (let number = 0; number < accounts; number++) keys.push(await openKey(service.ports));
  const { baseUrl } = service.deployment;
  // Not counted: the first requests of a service start its functions.
  await Promise.all(keys.map((key) => sendOne(baseUrl, key, 'first')));
  progress.step(`${rate} sends a second for ${seconds} s, by ${accounts} accounts`);
  return sendStream({ baseUrl, keys, rate, seconds, name: 'steady' });
}

/** One account sends many times its plan's rate, while another sends a little below its own. */
async function sendTooMuch({ deployment: { baseUrl }, ports }: Service, progress: Progress) {
  const [own, other] = [await openKey(ports, floodPlan), await openKey(ports, otherPlan)];
  const rate = (plans[floodPlan].requestsPerMinute / 60) * times;
  progress.step(`${times} times the rate of plan ${floodPlan} for ${floodSeconds} s`);
  const common = { baseUrl, seconds: floodSeconds };
  const [flood, others] = await Promise.all([
    sendStream({ ...common, keys: [own], rate, name: 'flood' }),
    sendStream({ ...common, keys: [other], rate: ratePerAccount, name: 'other' }),
  ]);
  await pause(1000);
  const later = await sendOne(baseUrl, own, 'later');
  const held = flood.some(isOverRate) && others.every(isSent) && isSent(later);
  return { rate, own: flood, others, later, held };
}

async function openKey(ports: ManagePorts, plan?: Plan): Promise<string> {
  return (await openAccount(ports, [sendTemplate], plan)).secret;
}

function row(name: string, rate: number, arrivals: readonly Arrival[]) {
  const times = arrivals.map(({ ms }) => ms);
  const quantiles = [0.5, 0.95, 0.99].map((share) => Math.round(quantile(times, share)));
  const [sent, over] = [arrivals.filter(isSent).length, arrivals.filter(isOverRate).length];
  return [name, rate, sent, over, arrivals.length - sent - over, ...quantiles];
}
