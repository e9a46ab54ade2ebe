import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import * as z from 'zod';
import { bundleFunction } from '../../lib/function-code.ts';
import type { Stops } from '../../local/stops.ts';
import { emptyFolder } from '../harness/folder.ts';

/** The bundle with only the DynamoDB client, which the functions are compared with. */
export const bareClient = 'bare-client';

export const accountId = 'acc_bench';
export const keyId = 'key_bench';

/** An HTTP event as API Gateway gives it to a function. */
export const post = (body: object, more?: object) => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)).toString('base64'),
  isBase64Encoded: true,
  requestContext: { extendedRequestId: 'bench', authorizer: { accountId, keyId, ...more } },
});

/** An empty folder for bundles. */
export async function bundleFolder(stops: Stops): Promise<string> {
  const folder = await emptyFolder(stops);
  // Otherwise a package.json in a parent folder could make Node read the CommonJS bundles as ES modules.
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
  return folder;
}

/** Bundles a function as it is deployed, or the bare client with the usual options for Lambda. Returns the bundle's path. */
export function bundle(subject: string, folder: string): string {
  const path = join(folder, subject, 'index.js');
  if (subject !== bareClient) bundleFunction(subject, dirname(path));
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

const printed = z.object({
  loadMs: z.number(),
  firstMs: z.number(),
  medianMs: z.number(),
  firstMb: z.number().nullable(),
  peakMb: z.number().nullable(),
  answer: z.string(),
});

interface Run {
  event: object;
  /** A text that the correct answer contains. */
  expected: string;
  variables: Record<string, string>;
  /** How often the event is handed over. */
  times: number;
  nodeOptions?: readonly string[];
}

const probe = fileURLToPath(new URL('function-probe.cjs', import.meta.url));

/** Runs a bundle in a separate process. Throws if its last answer is not the expected one. */
export async function runBundle(path: string, run: Run): Promise<z.output<typeof printed>> {
  const { event, expected, variables, times, nodeOptions = [] } = run;
  const file = join(dirname(path), 'event.json');
  writeFileSync(file, JSON.stringify(event));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...nodeOptions, probe, path, file, String(times)],
    { env: { PATH: dirname(process.execPath), ...variables } },
  );
  // The function's log line comes before the last line.
  const measured = printed.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  if (!measured.answer.includes(expected))
    throw new Error(`${path} gave an unexpected answer: ${measured.answer}`);
  return measured;
}
