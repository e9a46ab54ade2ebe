import Table from 'cli-table3';
import { type Endpoint, routes } from '../../../lib/routes.ts';
import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import type { Found } from '../found.ts';
import { type ToldMail, unsafeFields } from '../service/ses.ts';
import { startService } from '../service/start.ts';
import { promise } from './promise.ts';
import { type Trial, tryEndpoint, tryRequest } from './property.ts';
import { type FuzzRequest, tell } from './request.ts';
import { openWorld } from './world.ts';

export interface RequestOptions {
  /** Requests to each endpoint. */
  runs: number;
  seed: number;
  /** Only this one; undefined: all. */
  endpoint?: Endpoint | undefined;
}

/** Requests at a time. */
const lanes = 6;

/** So many accounts that none is over its rate, which would hide everything behind it. */
const accounts = 40;

/** The longest that an answer may take, neither DNS nor SES being slow here. */
const slowMs = 1000;

/** How often a slow request is tried once more, alone: the machine may have been busy. */
const secondTries = 3;

/** What was seen of an endpoint. */
interface Seen {
  statuses: Map<number, number>;
  slow: FuzzRequest[];
  stillSlow: number;
  failure: string | null;
}

/** Sends requests to a local run of its own until one breaks an invariant. */
export async function tryRequests(
  options: RequestOptions,
  progress: Progress,
  stops: Stops,
): Promise<Found> {
  const unsafe: ToldMail[] = [];
  let mails = 0;
  const onMail = (mail: ToldMail) => {
    mails += 1;
    if (unsafeFields(mail).length > 0) unsafe.push(mail);
  };
  progress.step('Starting the service');
  const service = await startService({ onMail }, stops);
  const world = await openWorld(service.ports, service.port, accounts);
  const endpoints = options.endpoint ? [options.endpoint] : (Object.keys(routes) as Endpoint[]);
  const seen: [Endpoint, Seen][] = [];
  const common = { world, promise: promise() };
  for (const endpoint of endpoints) {
    seen.push([endpoint, await tryOne(endpoint, { options, common, progress })]);
  }
  const text = `${tableOf(seen)}\n${mails} mails, ${unsafe.length} of them with an unsafe header field\n`;
  const failures = seen.flatMap(([, { failure }]) => failure ?? []);
  const first = unsafe.slice(0, 3).map((mail) => JSON.stringify(mail));
  const held = failures.length + unsafe.length === 0 && !seen.some(([, each]) => each.stillSlow);
  return { text: [text, ...failures, ...first].join('\n'), held };
}

interface Way {
  options: RequestOptions;
  common: Pick<Trial, 'world' | 'promise'>;
  progress: Progress;
}

async function tryOne(endpoint: Endpoint, { options, common, progress }: Way): Promise<Seen> {
  const { runs, seed } = options;
  const seen: Seen = { statuses: new Map(), slow: [], stillSlow: 0, failure: null };
  const step = Math.max(500, Math.round(runs / 20));
  let done = 0;
  const told: Trial['told'] = (request, status, ms) => {
    seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1);
    if (ms > slowMs) seen.slow.push(request);
    done += 1;
    if (done % step === 0) progress.step(`${done} of ${runs} requests to ${endpoint}`);
  };
  let isBroken = false;
  const broke: Trial['broke'] = (request, error) => {
    // Shrinking may take long: what it begins with is told at once.
    if (!isBroken) progress.note(`Shrinking ${tell(request)}\n${error.message}`);
    isBroken = true;
  };
  const results = await Promise.all(
    Array.from({ length: lanes }, (_, lane) => {
      const share = Math.floor((runs + lane) / lanes);
      // Lanes of one run must not meet the same cases.
      const tries = { endpoint, runs: share, seed: seed * 1000 + lane };
      return share > 0 ? tryEndpoint(tries, { ...common, told, broke }) : undefined;
    }),
  );
  const failed = results.find((result) => result?.failed);
  if (failed?.failed) {
    const [counterexample] = failed.counterexample ?? [];
    const request = counterexample ? tell(counterexample) : 'the run was cut short';
    seen.failure = `${endpoint}: ${request}\n${failed.errorInstance}`;
  }
  for (const request of seen.slow) {
    if (await isSlowAlone(request, common)) seen.stillSlow += 1;
  }
  return seen;
}

async function isSlowAlone(request: FuzzRequest, common: Way['common']): Promise<boolean> {
  for (let tries = 0; tries < secondTries; tries++) {
    let took = 0;
    const told: Trial['told'] = (_request, _status, ms) => {
      took = ms;
    };
    await tryRequest(request, { ...common, told, broke: () => undefined });
    if (took <= slowMs) return false;
  }
  return true;
}

function tableOf(seen: readonly [Endpoint, Seen][]): string {
  const table = new Table({
    head: ['endpoint', 'requests', 'over 1 s', 'over 1 s alone', 'statuses (0: half a request)'],
    style: { head: [], border: [] },
  });
  for (const [endpoint, { statuses, slow, stillSlow }] of seen) {
    const sorted = [...statuses].sort(([one], [other]) => one - other);
    const requests = sorted.reduce((sum, [, count]) => sum + count, 0);
    const counts = sorted.map(([status, count]) => `${status}: ${count}`).join(', ');
    table.push([endpoint, requests, slow.length, stillSlow, counts]);
  }
  return table.toString();
}
