import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import * as z from 'zod';
import type { Deployment } from '../../local/deployment-file.ts';
import { ownDomain } from '../../local/dns/own-domain.ts';
import type { Progress } from '../../local/progress.ts';
import type { Stops } from '../../local/stops.ts';
import { hashApiKey } from '../../shared/keys/api-key.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import { plans } from '../../shared/plans.ts';
import { type Account, openAccount } from '../harness/accounts.ts';
import { portsOf, startLocalService } from '../harness/local-service.ts';
import { mean, median, spread } from '../harness/statistics.ts';
import type { FloorReads } from './floor.ts';
import { smallMail, smallMailTemplate } from './mails.ts';
import { judge, percent, type Row, ratiosOf } from './rows.ts';

export interface ApiOptions {
  rounds: number;
  /** Environments of a function; undefined for the number of `npm start`. */
  environments?: number | undefined;
  /** The number of renderings to request while the memory is measured. */
  renders: number;
}

/** The rate and the latencies of the requests of one run, as autocannon reports them. */
export interface Load {
  requestsPerSecond: number;
  p50: number;
  p99: number;
}

const allConnections = [1, 8, 32];

/** Long enough for a rate, short enough for many rounds. */
const secondsOfRound = 2;

/** How often the memory is read while the renderings run. */
const memoryReads = 20;

/**
 * Puts `npm start` and the floor under load in turns, round by round. Then calls every function and watches the
 * service's memory. Throws if a request is not answered with a 200.
 */
export async function measureApi(
  { rounds, environments, renders }: ApiOptions,
  progress: Progress,
  stops: Stops,
): Promise<Row[]> {
  progress.step('Starting the service and the floor');
  const words = environments === undefined ? [] : ['--environments', String(environments)];
  const run = await (await startLocalService(words, stops)).deployment();
  const ports = portsOf(run, stops);
  const first = await openAccount(ports, [smallMailTemplate]);
  const floorUrl = await startFloor(run, first, stops);
  progress.step('Opening accounts');
  const accounts = [first, ...(await moreAccounts(ports, floorUrl, first))];
  const url = `${run.baseUrl}/render`;
  const found = allConnections.map((connections) => {
    return { connections, service: [] as Load[], floor: [] as Load[] };
  });
  for (let round = 0; round <= rounds; round++) {
    progress.step(`Sending requests, round ${round} of ${rounds}`);
    for (const { connections, service, floor } of found) {
      const amount = { duration: secondsOfRound };
      const floorLoad = await load(floorUrl, accounts, connections, amount);
      const serviceLoad = await load(url, accounts, connections, amount);
      // The first round is not counted, because it starts the environments.
      if (round === 0) continue;
      floor.push(floorLoad);
      service.push(serviceLoad);
    }
  }
  progress.step(`Watching the memory over ${renders} renderings`);
  await callEveryFunction(run);
  const megabytes: number[] = [];
  while (megabytes.length < memoryReads) {
    await load(url, accounts, 8, { amount: Math.ceil(renders / memoryReads) });
    megabytes.push(await residentMb(run.pid));
  }
  const loads = found.flatMap((each) => loadRows(each.connections, each.service, each.floor));
  return [...loads, ...memoryRows(renders, megabytes)];
}

/** The service answers at least this share of the floor's requests a second. */
const rateGoal = 0.6;

/** The rows of the service and of the floor for this many connections, from the loads of each round. */
export function loadRows(connections: number, service: Load[], floor: Load[]): Row[] {
  const rates = (loads: readonly Load[]) => loads.map((each) => each.requestsPerSecond);
  const ratios = ratiosOf(rates(service), rates(floor));
  const figuresOf = (loads: readonly Load[]) => ({
    'requests/s': Math.round(median(rates(loads))),
    'p50, ms': median(loads.map(({ p50 }) => p50)),
    'p99, ms': median(loads.map(({ p99 }) => p99)),
  });
  const name = `render, connections: ${connections}`;
  const compared = { 'of the floor': median(ratios), spread: percent(spread(ratios)) };
  return [
    {
      name,
      figures: { ...figuresOf(service), ...compared },
      ...judge(ratios, { atLeast: rateGoal }),
    },
    { name: `${name}: floor`, figures: figuresOf(floor), holds: null },
  ];
}

/**
 * The goal for memory growth: the mean over the second half of the renderings is at most this many times the mean over
 * the first half. The first fifth is not counted. Means are compared because V8 collects the heaps at different times.
 */
const growthGoal = 1.1;

/**
 * The goal for memory: in the second half, all processes of the service together have on average at most this many
 * megabytes resident.
 */
const residentGoalMb = 350;

/** The fewest renderings for a verdict on growth: with fewer, V8 still lets the heap of each environment grow. */
const fewestRenders = 50_000;

/** The rows of the memory that was read while this many renderings ran. */
export function memoryRows(renders: number, megabytes: readonly number[]): Row[] {
  const reads = megabytes.slice(megabytes.length / 5);
  const half = Math.ceil(reads.length / 2);
  const [start, end] = [mean(reads.slice(0, half)), mean(reads.slice(half))];
  const growth = end / start;
  return [
    {
      name: `memory over ${renders} renderings, second half by first half`,
      figures: { MB: `${Math.round(end)} by ${Math.round(start)}`, ratio: growth },
      goal: renders < fewestRenders ? undefined : `≤ ${growthGoal} x`,
      holds: renders < fewestRenders ? null : growth <= growthGoal,
    },
    {
      name: 'memory of the warm service',
      figures: { MB: Math.round(end) },
      goal: `≤ ${residentGoalMb} MB`,
      // If the memory cannot be read, there is no verdict.
      holds: Number.isNaN(end) ? null : end <= residentGoalMb,
    },
  ];
}

/** The body of a request that renders the mail of 12 KB. */
const renderBody = JSON.stringify({
  template_id: smallMailTemplate.templateId,
  variables: smallMail.variables,
});

const headersOf = (secret: string) => ({
  authorization: `Bearer ${secret}`,
  'content-type': 'application/json',
});

/**
 * Sends render requests for `duration` seconds, or `amount` of them. Each connection uses all accounts in turn and starts
 * at a different one. Throws if any answer is not a 200.
 */
async function load(
  url: string,
  accounts: readonly Account[],
  connections: number,
  amount: { duration: number } | { amount: number },
): Promise<Load> {
  let opened = 0;
  const setupClient = (client: autocannon.Client) => {
    const at = Math.floor((opened++ * accounts.length) / connections);
    const inTurn = [...accounts.slice(at), ...accounts.slice(0, at)];
    client.setRequests(inTurn.map(({ secret }) => ({ headers: headersOf(secret) })));
  };
  const method = 'POST';
  const result = await autocannon({
    ...{ url, connections, method, body: renderBody, setupClient, ...amount },
  });
  const { errors, timeouts, non2xx, latency, duration } = result;
  if (errors + timeouts + non2xx > 0)
    throw new Error(`${url}: ${non2xx} refusals, ${errors + timeouts} requests without an answer`);
  return { requestsPerSecond: result['2xx'] / duration, p50: latency.p50, p99: latency.p99 };
}

/** Starts the floor, which answers with the service's own answer. */
async function startFloor(run: Deployment, account: Account, stops: Stops): Promise<string> {
  const reads: FloorReads = {
    endpoint: run.dynamodbEndpoint,
    keysTable: run.outputs.KeysTable ?? '',
    templatesTable: run.outputs.TemplatesTable ?? '',
    keyHash: hashApiKey(account.secret),
    accountId: account.accountId,
    templateId: smallMailTemplate.templateId,
    answer: await ask(`${run.baseUrl}/render`, account.secret, renderBody),
  };
  const path = fileURLToPath(new URL('floor.ts', import.meta.url));
  const floor = stops.add(fork(path, [JSON.stringify(reads)]), (child) => child.disconnect());
  const [url] = await once(floor, 'message');
  return z.string().parse(url);
}

/** The service may become this many times as fast as the floor in its first seconds. */
const margin = 2;

/** Opens enough accounts that none exceeds its plan's rate, even if the service is faster than the floor. */
async function moreAccounts(ports: ManagePorts, url: string, first: Account): Promise<Account[]> {
  const { requestsPerSecond } = await load(url, [first], 32, { duration: secondsOfRound });
  const count = Math.ceil((margin * requestsPerSecond * 60) / plans.team.requestsPerMinute);
  const accounts: Account[] = [];
  while (accounts.length < count) accounts.push(await openAccount(ports, [smallMailTemplate]));
  return accounts;
}

/** How often each function is called, so that its code is warm. */
const times = 50;

/** Sends, verifies and opens the dashboard, so that every function has an environment. */
async function callEveryFunction({ baseUrl, apiKey, dashboardUrl }: Deployment): Promise<void> {
  const _to = `someone@${ownDomain}`;
  const mail = JSON.stringify({ templateId: 'welcome', variables: { name: 'Ada' }, _to });
  for (let time = 0; time < times; time++) {
    await ask(`${baseUrl}/execute`, apiKey, mail);
    await ask(`${baseUrl}/verify`, apiKey, JSON.stringify({ email: _to }));
    await ask(`${dashboardUrl}/`);
    await ask(`${dashboardUrl}/manage/v1/templates`);
  }
}

/** Sends a POST with a key and a body, or a GET. Throws if the answer is not a 200. */
async function ask(url: string, secret?: string, body?: string): Promise<string> {
  const init = secret && body ? { method: 'POST', headers: headersOf(secret), body } : {};
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text}`);
  return text;
}

/** Resident memory of a process and all its descendants in megabytes. NaN on a system without `/proc`. */
export async function residentMb(pid: number): Promise<number> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const processes = await Promise.all(
    pids.map(async (each) => {
      // A process that has ended since it was listed has no memory; the kernel's processes have none either.
      const status = await readFile(`/proc/${each}/status`, 'utf8').catch(() => '');
      const field = (name: string) =>
        Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1]);
      return { pid: Number(each), parent: field('PPid'), kilobytes: field('VmRSS') || 0 };
    }),
  );
  const sumOf = (root: number): number =>
    processes
      .filter((each) => each.pid === root || each.parent === root)
      .reduce((sum, each) => sum + (each.pid === root ? each.kilobytes : sumOf(each.pid)), 0);
  return processes.length === 0 ? Number.NaN : sumOf(pid) / 1024;
}
