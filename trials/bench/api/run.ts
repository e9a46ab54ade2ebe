import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { Deployment } from '../../../local/deployment-file.ts';
import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import { hashApiKey } from '../../../shared/keys/api-key.ts';
import { plans } from '../../../shared/plans.ts';
import { LocalService } from '../../soak/service/local-service.ts';
import { type Caller, openAccounts, renderBody, templateId } from './callers.ts';
import { askForEverything } from './everything.ts';
import type { FloorReads } from './floor.ts';
import { type Load, type LoadOptions, load } from './load.ts';
import { residentMb } from './memory.ts';

export interface ApiOptions {
  rounds: number;
  /** Environments of a function at a time; undefined: as many as `npm start` has. */
  environments?: number | undefined;
  /** Renderings over which the memory is watched. */
  renders: number;
}

/** What each round came to with so many connections. */
export interface ApiRounds {
  connections: number;
  service: Load[];
  floor: Load[];
}

export interface ApiResult {
  rounds: readonly ApiRounds[];
  /** Megabytes of the service's processes together, in the course of so many renderings. */
  memory: { renders: number; megabytes: readonly number[] };
}

const allConnections = [1, 8, 32];

/** Long enough for a rate, short enough for many rounds. */
const secondsOfRound = 2;

/** Renderings between two looks at the memory, of which there are at least so many. */
const memoryLooks = 20;

/**
 * Puts `npm start` and the floor under load in turns, round by round, then asks for some of everything
 * else and watches the service's memory. Throws where a request is not answered with a rendering.
 */
export async function measureApi(
  { rounds: count, environments, renders }: ApiOptions,
  progress: Progress,
  stops: Stops,
): Promise<ApiResult> {
  progress.step('Starting the service and the floor');
  const run = await startService(environments, stops);
  const [first] = await openAccounts(run, 1);
  if (!first) throw new Error('No account was opened');
  const floorUrl = await startFloor(run, first, stops);
  progress.step('Opening accounts');
  const callers = await enoughCallers(run, floorUrl, first);
  const options = { url: `${run.baseUrl}/render`, callers };
  const rounds = allConnections.map((connections): ApiRounds => {
    return { connections, service: [], floor: [] };
  });
  for (let round = 0; round <= count; round++) {
    progress.step(`Asking, round ${round} of ${count}`);
    for (const { connections, service, floor } of rounds) {
      const amount = { seconds: secondsOfRound };
      const floorLoad = await load({ url: floorUrl, callers, connections }, amount);
      const serviceLoad = await load({ ...options, connections }, amount);
      // The first round starts the environments.
      if (round === 0) continue;
      floor.push(floorLoad);
      service.push(serviceLoad);
    }
  }
  progress.step(`Watching the memory over ${renders} renderings`);
  await askForEverything(run);
  const megabytes = await watchMemory(run.pid, { ...options, connections: 8 }, renders);
  return { rounds, memory: { renders, megabytes } };
}

async function startService(environments: number | undefined, stops: Stops): Promise<Deployment> {
  const data = await mkdtemp(join(tmpdir(), 'postrider-bench-'));
  stops.add(data, () => rm(data, { recursive: true, force: true }));
  const words = environments === undefined ? [] : ['--environments', String(environments)];
  const service = stops.add(new LocalService(data, words), (each) => each.stop());
  return service.deployment();
}

/** The answer that the service gives is the one that the floor will. */
async function startFloor(run: Deployment, caller: Caller, stops: Stops): Promise<string> {
  const reads: FloorReads = {
    endpoint: run.dynamodbEndpoint,
    keysTable: run.outputs.KeysTable ?? '',
    templatesTable: run.outputs.TemplatesTable ?? '',
    keyHash: hashApiKey(caller.secret),
    accountId: caller.accountId,
    templateId,
    answer: await renderOnce(run, caller),
  };
  const path = fileURLToPath(new URL('floor.ts', import.meta.url));
  const floor = stops.add(fork(path, [JSON.stringify(reads)]), (child) => {
    child.disconnect();
  });
  const [url] = await once(floor, 'message');
  return z.string().parse(url);
}

async function renderOnce(run: Deployment, { secret }: Caller): Promise<string> {
  const answer = await fetch(`${run.baseUrl}/render`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: renderBody(),
  });
  if (answer.status !== 200) throw new Error(`Not rendered: ${await answer.text()}`);
  return answer.text();
}

/** How much faster than the floor in its first seconds the service may become. */
const margin = 2;

/**
 * As many accounts as the plan's rate makes necessary, were the service as fast as the floor or
 * faster. What a bucket holds comes on top.
 */
async function enoughCallers(run: Deployment, url: string, first: Caller): Promise<Caller[]> {
  const options: LoadOptions = { url, callers: [first], connections: 32 };
  const { requestsPerSecond } = await load(options, { seconds: secondsOfRound });
  const perCaller = plans.team.requestsPerMinute / 60;
  const more = await openAccounts(run, Math.ceil((margin * requestsPerSecond) / perCaller));
  return [first, ...more];
}

async function watchMemory(pid: number, options: LoadOptions, renders: number): Promise<number[]> {
  const requests = Math.ceil(renders / memoryLooks);
  const megabytes: number[] = [];
  for (let look = 0; look < memoryLooks; look++) {
    await load(options, { requests });
    megabytes.push(await residentMb(pid));
  }
  return megabytes;
}
