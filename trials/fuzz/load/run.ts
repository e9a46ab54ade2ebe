import { setTimeout as pause } from 'node:timers/promises';
import Table from 'cli-table3';
import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { createKey } from '../../../shared/manage/keys.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { type Plan, plans } from '../../../shared/plans.ts';
import { saveTemplate } from '../../soak/template.ts';
import type { Found } from '../found.ts';
import { type Service, startService } from '../service/start.ts';
import { type Arrival, isOverRate, isSent, sendOne, sendStream } from './arrivals.ts';

export interface LoadOptions {
  /** Sends a second. */
  rate: number;
  seconds: number;
  /** Of one function at a time; undefined: as `npm start` has them. */
  environments?: number | undefined;
}

/** What SES takes for each answer. */
const sesMs = 50;

/** Sends a second of one account, below what plan Team may do for ever. */
const perAccount = 12;

/** How much more than its plan one account sends, and for how long: its bucket is empty half way. */
const [times, floodSeconds] = [10, 15];

const [flooding, unharmed] = ['pro', 'team'] as const satisfies Plan[];

/** Sends at a rate, then floods with one account beside another. */
export async function tryLoad(
  options: LoadOptions,
  progress: Progress,
  stops: Stops,
): Promise<Found> {
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
  const table = new Table({
    head: ['sends', 'a second', 'sent', '429', 'else', 'p50 ms', 'p95 ms', 'p99 ms'],
    style: { head: [], border: [] },
  });
  table.push(row(`many accounts, ${options.seconds} s`, options.rate, steady));
  table.push(row(`one account on ${flooding}`, flood.rate, flood.own));
  table.push(row('another meanwhile', perAccount, flood.others));
  table.push(row('the first, a second later', 1, [flood.later]));
  const wrong = [...steady, ...flood.own, ...flood.others, flood.later].filter(
    (each) => !isSent(each) && !isOverRate(each),
  );
  const shown = wrong.slice(0, 5).map((each) => JSON.stringify(each));
  const text = [table.toString(), `${mails} mails at SES`, ...shown, ''].join('\n');
  return { text, held: isWhole && flood.held && wrong.length === 0 };
}

async function sendSteadily(service: Service, { rate, seconds }: LoadOptions, progress: Progress) {
  const accounts = Math.ceil(rate / perAccount);
  const keys: string[] = [];
  for (let number = 0; number < accounts; number++) keys.push(await openAccount(service.ports));
  const { baseUrl } = service.deployment;
  // The first requests of a service start its functions: that is no load.
  await Promise.all(keys.map((key) => sendOne(baseUrl, key, 'first')));
  progress.step(`${rate} sends a second for ${seconds} s, by ${accounts} accounts`);
  return sendStream({ baseUrl, keys, rate, seconds, name: 'steady' });
}

/** One account sends many times what it may, and another what it may. */
async function sendTooMuch({ deployment: { baseUrl }, ports }: Service, progress: Progress) {
  const [own, other] = [await openAccount(ports, flooding), await openAccount(ports, unharmed)];
  const rate = (plans[flooding].requestsPerMinute / 60) * times;
  progress.step(`${times} times the rate of plan ${flooding} for ${floodSeconds} s`);
  const common = { baseUrl, seconds: floodSeconds };
  const [flood, others] = await Promise.all([
    sendStream({ ...common, keys: [own], rate, name: 'flood' }),
    sendStream({ ...common, keys: [other], rate: perAccount, name: 'other' }),
  ]);
  const isFlooded = flood.some(isOverRate);
  await pause(1000);
  const later = await sendOne(baseUrl, own, 'later');
  return {
    ...{ rate, own: flood, others, later },
    held: isFlooded && others.every(isSent) && isSent(later),
  };
}

async function openAccount(ports: ManagePorts, plan: Plan = 'team'): Promise<string> {
  const { accountId } = await createAccount(ports, { name: 'Fuzz', plan });
  await saveTemplate(ports, accountId);
  return (await createKey(ports, { accountId, name: 'fuzz' })).secret;
}

function row(name: string, rate: number, arrivals: readonly Arrival[]) {
  const sorted = arrivals.map(({ ms }) => ms).sort((one, other) => one - other);
  const quantile = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  const [sent, over] = [arrivals.filter(isSent).length, arrivals.filter(isOverRate).length];
  const counts = [sent, over, arrivals.length - sent - over];
  return [name, rate, ...counts, quantile(0.5), quantile(0.95), quantile(0.99)];
}
