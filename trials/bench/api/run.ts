import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { Deployment } from '../../../local/deployment-file.ts';
import { ownDomain } from '../../../local/dns/own-domain.ts';
import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import { hashApiKey } from '../../../shared/keys/api-key.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { plans } from '../../../shared/plans.ts';
import { type Account, openAccount } from '../../harness/accounts.ts';
import { portsOf, startLocalService } from '../../harness/local-service.ts';
import { smallMailTemplate } from '../render/mails.ts';
import type { FloorReads } from './floor.ts';
import { headersOf, type Load, type LoadOptions, load, renderBody } from './load.ts';
import { residentMb } from './memory.ts';

export interface ApiOptions {
  rounds: number;
  /** Environments of a function; undefined: as many as `npm start` has. */
  environments?: number | undefined;
  /** How many renderings to request while the memory is watched. */
  renders: number;
}

/** The load of each round, over this number of connections. */
export interface ApiRounds {
  connections: number;
  service: Load[];
  floor: Load[];
}

export interface ApiResult {
  rounds: readonly ApiRounds[];
  /** Megabytes of all the service's processes together, read during this number of renderings. */
  memory: { renders: number; megabytes: readonly number[] };
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
  { rounds: count, environments, renders }: ApiOptions,
  progress: Progress,
  stops: Stops,
): Promise<ApiResult> {
  progress.step('Starting the service and the floor');
  const words = environments === undefined ? [] : ['--environments', String(environments)];
  const run = await (await startLocalService(words, stops)).deployment();
  const ports = portsOf(run, stops);
  const first = await openAccount(ports, [smallMailTemplate]);
  const floorUrl = await startFloor(run, first, stops);
  progress.step('Opening accounts');
  const accounts = [first, ...(await moreAccounts(ports, floorUrl, first))];
  const options = { url: `${run.baseUrl}/render`, accounts };
  const rounds = allConnections.map((connections): ApiRounds => {
    return { connections, service: [], floor: [] };
  });
  for (let round = 0; round <= count; round++) {
    progress.step(`Sending requests, round ${round} of ${count}`);
    for (const { connections, service, floor } of rounds) {
      const amount = { duration: secondsOfRound };
      const floorLoad = await load({ url: floorUrl, accounts, connections }, amount);
      const serviceLoad = await load({ ...options, connections }, amount);
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
    await load({ ...options, connections: 8 }, { amount: Math.ceil(renders / memoryReads) });
    megabytes.push(await residentMb(run.pid));
  }
  return { rounds, memory: { renders, megabytes } };
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
  const options: LoadOptions = { url, accounts: [first], connections: 32 };
  const { requestsPerSecond } = await load(options, { duration: secondsOfRound });
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
