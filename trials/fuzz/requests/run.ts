import { Ajv2020 } from 'ajv/dist/2020.js';
import { answerShapes, breachesBy, type Check } from '../../../client/openapi/breaches.ts';
import { type Endpoint, endpoints } from '../../../lib/routes.ts';
import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import { printTable } from '../../harness/print-table.ts';
import type { SesMail } from '../../harness/ses.ts';
import type { Verdict } from '../../harness/verdict.ts';
import type { Runs } from '../property-run.ts';
import { startService } from '../service/start.ts';
import { unsafeFields } from '../service/unsafe-fields.ts';
import { openFuzzAccounts } from './fuzz-accounts.ts';
import { type Trial, tryEndpoint } from './property.ts';
import { printRequest } from './request.ts';

/** `runs` is the number of requests to each endpoint. */
export interface RequestOptions extends Runs {
  /** The only endpoint to send to; undefined for all endpoints. */
  endpoint?: Endpoint | undefined;
}

/** Requests at a time. */
const lanes = 6;

/** Enough accounts that none exceeds its rate: a request over the rate is refused before anything else is tested. */
const accountCount = 40;

/** Results of the requests to an endpoint: how many got each status, and the failure. */
interface Results {
  endpoint: Endpoint;
  statuses: Map<number, number>;
  failure: string | null;
}

/** Sends requests to a new local run until one breaks an invariant. */
export async function tryRequests(
  options: RequestOptions,
  progress: Progress,
  stops: Stops,
): Promise<Verdict> {
  const unsafe: SesMail[] = [];
  let mails = 0;
  const onMail = (mail: SesMail) => {
    mails += 1;
    if (unsafeFields(mail).length > 0) unsafe.push(mail);
  };
  progress.step('Starting the service');
  const service = await startService(onMail, stops);
  const accounts = await openFuzzAccounts(service.ports, service.port, accountCount);
  const asked = options.endpoint ? [options.endpoint] : endpoints;
  const found: Results[] = [];
  const common = { accounts, promise: breachesBy(compiledSchemas()) };
  for (const endpoint of asked) {
    found.push(await tryOne(endpoint, options, common, progress));
  }
  const text = `${tableOf(found)}\n${mails} mails, ${unsafe.length} of them with an unsafe header field\n`;
  const failures = found.flatMap(({ failure }) => failure ?? []);
  const first = unsafe.slice(0, 3).map((mail) => JSON.stringify(mail));
  const held = failures.length + unsafe.length === 0;
  return { text: [text, ...failures, ...first].join('\n'), held };
}

/** The schemas of docs/openapi.json, compiled. */
function compiledSchemas(): Record<string, Check> {
  const { schemas, names } = answerShapes();
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ $id: 'document', components: { schemas } });
  const checks = names.map((name) => {
    const check = ajv.getSchema(`document#/components/schemas/${name}`);
    if (!check) throw new Error(`The document has no schema ${name}`);
    return [name, check as Check];
  });
  return Object.fromEntries(checks);
}

async function tryOne(
  endpoint: Endpoint,
  { runs, seed }: Runs,
  common: Omit<Trial, 'onHeld'>,
  progress: Progress,
): Promise<Results> {
  const results: Results = { endpoint, statuses: new Map(), failure: null };
  const step = Math.max(500, Math.round(runs / 20));
  let done = 0;
  const onHeld: Trial['onHeld'] = (status) => {
    results.statuses.set(status, (results.statuses.get(status) ?? 0) + 1);
    done += 1;
    if (done % step === 0) progress.step(`${done} of ${runs} requests to ${endpoint}`);
  };
  const checks = await Promise.all(
    Array.from({ length: lanes }, (_, lane) => {
      const share = Math.floor((runs + lane) / lanes);
      // Lanes of one run must not draw the same cases.
      const tries = { endpoint, runs: share, seed: seed * 1000 + lane };
      return tryEndpoint(tries, { ...common, onHeld });
    }),
  );
  const failed = checks.find((check) => check.failed);
  if (failed?.failed) {
    const [counterexample] = failed.counterexample ?? [];
    const request = counterexample ? printRequest(counterexample) : 'the run was cut short';
    results.failure = `${endpoint}: ${request}\n${failed.errorInstance}`;
  }
  return results;
}

function tableOf(found: readonly Results[]): string {
  const rows = found.map(({ endpoint, statuses }) => {
    const sorted = [...statuses].sort(([one], [other]) => one - other);
    const requests = sorted.reduce((sum, [, count]) => sum + count, 0);
    const counts = sorted.map(([status, count]) => `${status}: ${count}`).join(', ');
    return [endpoint, requests, counts];
  });
  return printTable(['endpoint', 'requests', 'statuses (0: half a request)'], rows);
}
