import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import * as z from 'zod';
import { bundleFunction } from '../../lib/function-code.ts';
import { startDns } from '../../local/dns/server.ts';
import { machineResolver } from '../../local/dns/upstream.ts';
import type { Progress } from '../../local/progress.ts';
import type { Stops } from '../../local/stops.ts';
import * as env from '../../shared/env.ts';
import { hashApiKey } from '../../shared/keys/api-key.ts';
import { saveTemplates, writeKey } from '../harness/accounts.ts';
import { emptyFolder } from '../harness/folder.ts';
import { functionVariables } from '../harness/function-variables.ts';
import { median, spread } from '../harness/statistics.ts';
import { startOwnTables, tablesBy, tablesClient } from '../harness/tables.ts';
import { smallMail, smallMailTemplate } from './mails.ts';
import { judge, percent, type Row, ratiosOf } from './rows.ts';

/** The goals for loading, as a share of the bare client's load time. Verify's goal is smaller, because it has no client. */
const loadGoals = {
  authorizer: 0.8,
  render: 0.8,
  execute: 1,
  verify: 0.4,
  message: 0.8,
  cancel: 0.8,
  batch: 1,
} as const;

/** The goal for the first request, as a share of the bare client's: a function's connection is open by then. */
const requestGoal = 0.33;

/** The bundle with only the DynamoDB client, which the functions are compared with. */
const bareClient = 'bare-client';

type FunctionName = keyof typeof loadGoals;

/** The times of a bundle in milliseconds, one for each fresh process. */
export interface ColdStart {
  name: string;
  bytes: number;
  load: number[];
  firstRequest: number[];
}

/** Starts every bundle in turn, round by round, each time in a new process. */
export async function measureCold(
  { rounds }: { rounds: number },
  progress: Progress,
  stops: Stops,
): Promise<Row[]> {
  progress.step('Bundling');
  const folder = await emptyFolder(stops);
  // Otherwise a package.json in a parent folder could make Node read the CommonJS bundles as ES modules.
  await writeFile(join(folder, 'package.json'), '{"type":"commonjs"}');
  const { variables, invocations } = await startPeers(stops);
  const starts = Object.entries(invocations).map(([name, invocation]) => {
    const path = bundle(name, folder);
    const start: ColdStart = { name, bytes: statSync(path).size, load: [], firstRequest: [] };
    return { path, invocation, start };
  });
  for (let round = -1; round < rounds; round++) {
    progress.step(`Starting, round ${round + 1} of ${rounds}`);
    for (const { path, invocation, start } of starts) {
      const { loadMs, firstMs } = await runBundle(path, invocation, variables);
      // The first round reads the files from the disk; later rounds find them in memory.
      if (round < 0) continue;
      start.load.push(loadMs);
      start.firstRequest.push(firstMs);
    }
  }
  return coldRows(starts.map(({ start }) => start));
}

/** Two rows for each bundle: its load, and its first request. Throws without the bare client. */
export function coldRows(starts: readonly ColdStart[]): Row[] {
  const bare = starts.find(({ name }) => name === bareClient);
  if (!bare) throw new Error('There is no bare client to compare the functions with');
  return starts.flatMap(({ name, bytes, load, firstRequest }) => {
    const row = (what: string, ms: number[], ofBare: number[], atMost: number): Row => {
      const ratios = ratiosOf(ms, ofBare);
      const figures = {
        ...{ KB: Math.round(bytes / 1024), ms: median(ms) },
        ...{ 'of the bare client': median(ratios), spread: percent(spread(ratios)) },
      };
      const verdict = name === bareClient ? { holds: null } : judge(ratios, atMost);
      return { name: `${name}: ${what}`, figures, ...verdict };
    };
    return [
      row('load', load, bare.load, loadGoals[name as FunctionName]),
      row('first request', firstRequest, bare.firstRequest, requestGoal),
    ];
  });
}

/** Bundles a function as it is deployed, or the bare client with the usual options for Lambda. Returns the bundle's path. */
function bundle(name: string, folder: string): string {
  const path = join(folder, name, 'index.js');
  if (name !== bareClient) bundleFunction(name, dirname(path));
  else
    buildSync({
      entryPoints: [fileURLToPath(new URL('bare-client.ts', import.meta.url))],
      outfile: path,
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'cjs',
      target: 'node24',
      mainFields: ['module', 'main'],
      logLevel: 'warning',
    });
  return path;
}

/** An event for a bundle, and a text that the correct answer contains. */
interface Invocation {
  event: object;
  expected: string;
}

const probe = fileURLToPath(new URL('function-probe.cjs', import.meta.url));

const printed = z.object({ loadMs: z.number(), firstMs: z.number(), answer: z.string() });

/** Runs a bundle in a separate process. Throws if its answer is not the expected one. */
async function runBundle(
  path: string,
  { event, expected }: Invocation,
  variables: Record<string, string>,
): Promise<z.output<typeof printed>> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [probe, path, JSON.stringify(event)],
    { env: { PATH: dirname(process.execPath), ...variables } },
  );
  // The function's log line comes before the last line.
  const measured = printed.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  if (!measured.answer.includes(expected))
    throw new Error(`${path} gave an unexpected answer: ${measured.answer}`);
  return measured;
}

const accountId = 'acc_bench';
const keyId = 'key_bench';

/** An HTTP event as API Gateway gives it to a function. */
const post = (body: object, more?: object) => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)).toString('base64'),
  isBase64Encoded: true,
  requestContext: { extendedRequestId: 'bench', authorizer: { accountId, keyId, ...more } },
});

/**
 * Starts a DNS server, and tables with a key and a template of 12 KB. Returns the environment variables of the functions,
 * and the invocation of each.
 */
async function startPeers(stops: Stops) {
  const dns = stops.add(await startDns(machineResolver()), ({ stop }) => stop());
  const endpoint = await startOwnTables(stops);
  const { keys, templates, trail } = tablesBy(tablesClient(endpoint, stops));
  const secret = await writeKey(keys, accountId, keyId);
  await saveTemplates({ templates, trail, now: () => new Date() }, accountId, [smallMailTemplate]);
  const { templateId } = smallMailTemplate;
  const { variables } = smallMail;
  const methodArn = 'arn:aws:execute-api:us-east-1:000000000000:api/v1/POST/render';
  const invocations: Record<FunctionName | typeof bareClient, Invocation> = {
    authorizer: {
      event: { type: 'TOKEN', authorizationToken: `Bearer ${secret}`, methodArn },
      expected: 'Allow',
    },
    render: { event: post({ template_id: templateId, variables }), expected: '200' },
    execute: { event: post({ templateId, variables }), expected: 'callback' },
    verify: { event: post({ email: 'ada@inbox.example.com' }), expected: '200' },
    message: { event: post({ reference: 'order-1001' }, { test: '{}' }), expected: '200' },
    cancel: { event: post({ reference: 'order-1001' }), expected: '404' },
    batch: { event: post({ messages: [{ templateId, variables }] }), expected: 'does not send' },
    [bareClient]: { event: {}, expected: 'keyHash' },
  };
  return {
    invocations,
    variables: {
      ...functionVariables,
      [env.dynamodbEndpoint]: endpoint,
      [env.dnsServers]: dns.address,
      KEY_HASH: hashApiKey(secret),
    },
  };
}
