import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { bundleFunction } from '../../../lib/function-code.ts';
import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import { credentials, region } from '../../../local/template/names.ts';
import { env } from '../../../shared/env.ts';
import { saveTemplates } from '../../harness/accounts.ts';
import { emptyFolder } from '../../harness/folder.ts';
import { startS3 } from '../../harness/s3.ts';
import { bodyOf, sendTemplate } from '../../harness/send.ts';
import { startSes } from '../../harness/ses.ts';
import { tableNames } from '../../harness/table-names.ts';
import { startOwnTables, tablesBy, tablesClient } from '../../harness/tables.ts';

/** The memory of execute in MB, as `lib/service-functions.ts` sets it. */
export const functionMb = 256;

const probe = fileURLToPath(new URL('probe.cjs', import.meta.url));

/** The options that Lambda's runtime gives Node: 90 % and 5 % of the function's memory. */
const heap = [
  `--max-old-space-size=${Math.floor(functionMb * 0.9)}`,
  `--max-semi-space-size=${Math.floor(functionMb * 0.05)}`,
];

const MB = 2 ** 20;
const bucket = 'files';
const accountId = 'acc_bench';

const byReference = (...keys: string[]) =>
  keys.map((key) => ({ name: `${key}.bin`, s3: `s3://${bucket}/${key}` }));
const inline = (bytes: number) => ({
  name: 'file.bin',
  content: randomBytes(bytes).toString('base64'),
});

/** The files of each case. */
const cases: Record<string, () => object[]> = {
  'no file': () => [],
  '3 MB in the request': () => [inline(3 * MB)],
  '10 MB by reference': () => byReference('ten'),
  '20 MB by reference': () => byReference('twenty'),
  '20 MB by reference, in ten files': () => byReference(...Array(10).fill('two')),
  '17 MB by reference, 3 MB in the request': () => [...byReference('seventeen'), inline(3 * MB)],
};

const objects = new Map(
  Object.entries({ two: 2, ten: 10, seventeen: 17, twenty: 20 }).map(([key, size]) => [
    `/${bucket}/${key}`,
    randomBytes(size * MB),
  ]),
);

const printed = z.object({
  firstMb: z.number(),
  peakMb: z.number(),
  ms: z.number(),
  answer: z.string(),
});

/** What sends of one kind took. */
export interface MemoryUse {
  name: string;
  /** The highest resident memory after the first send, and after all of them. */
  firstMb: number;
  peakMb: number;
  /** The median time of a send. */
  ms: number;
}

/** Sends mails with files through the bundle of execute, in a process of its own for each case. */
export async function measureMemory(
  { rounds }: { rounds: number },
  progress: Progress,
  stops: Stops,
): Promise<MemoryUse[]> {
  const folder = await emptyFolder(stops);
  const bundle = join(folder, 'execute', 'index.js');
  // Otherwise a package.json in a parent folder could make Node read the bundle as an ES module.
  await writeFile(join(folder, 'package.json'), '{"type":"commonjs"}');
  bundleFunction('execute', join(folder, 'execute'));
  const variables = await startPeers(stops);
  const found: MemoryUse[] = [];
  for (const [name, files] of Object.entries(cases)) {
    progress.step(`Sending: ${name}`);
    const event = join(folder, 'event.json');
    await writeFile(event, eventWith(files()));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...heap, '--expose-gc', probe, bundle, event, String(rounds)],
      { env: variables },
    );
    const { answer, ...measured } = printed.parse(
      JSON.parse(stdout.trim().split('\n').at(-1) ?? ''),
    );
    if (!answer.includes('\\"sent\\"')) throw new Error(`${name}: ${answer}`);
    found.push({ name, ...measured });
  }
  return found;
}

/** The tables, SES and S3, and the environment variables with which the function finds them. */
async function startPeers(stops: Stops): Promise<Record<string, string>> {
  const tables = await startOwnTables(stops);
  const { templates } = tablesBy(tablesClient(tables, stops));
  await saveTemplates({ templates, now: () => new Date() }, accountId, [sendTemplate]);
  return {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    [env.dynamodbEndpoint]: tables,
    [env.sesEndpoint]: await startSes({ onMail: () => undefined }, stops),
    [env.s3Endpoint]: await startS3((path) => objects.get(path), stops),
    [env.attachmentBuckets]: bucket,
    [env.templatesTable]: tableNames.templates,
    [env.messagesTable]: tableNames.messages,
    [env.messageRetentionDays]: '30',
    [env.refusedRetentionDays]: '7',
    [env.configurationSet]: 'bench',
    [env.senders]: '*',
  };
}

function eventWith(files: readonly object[]): string {
  const body = {
    ...JSON.parse(bodyOf('memory')),
    ...(files.length > 0 && { _attachments: files }),
  };
  return JSON.stringify({
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)).toString('base64'),
    isBase64Encoded: true,
    requestContext: { extendedRequestId: 'bench', authorizer: { accountId, keyId: 'key_bench' } },
  });
}
