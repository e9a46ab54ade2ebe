import { randomBytes } from 'node:crypto';
import type { Progress } from '../../local/progress.ts';
import type { Stops } from '../../local/stops.ts';
import { env } from '../../shared/env.ts';
import { saveTemplates } from '../harness/accounts.ts';
import { functionVariables } from '../harness/function-variables.ts';
import { startS3 } from '../harness/s3.ts';
import { bodyOf, sendTemplate } from '../harness/send.ts';
import { startSes } from '../harness/ses.ts';
import { startOwnTables, tablesBy, tablesClient } from '../harness/tables.ts';
import { accountId, bundle, bundleFolder, post, runBundle } from './function-run.ts';
import type { Row } from './rows.ts';

/** The memory of execute in MB, as `lib/service-functions.ts` sets it. */
const functionMb = 256;

/** The options that Lambda's runtime gives Node: 90 % and 5 % of the function's memory. */
const heap = [
  `--max-old-space-size=${Math.floor(functionMb * 0.9)}`,
  `--max-semi-space-size=${Math.floor(functionMb * 0.05)}`,
  '--expose-gc',
];

const MB = 2 ** 20;
const bucket = 'files';

const byReference = (...keys: string[]) =>
  keys.map((key) => ({ name: `${key}.bin`, s3: `s3://${bucket}/${key}` }));
const inline = () => ({ name: 'file.bin', content: randomBytes(3 * MB).toString('base64') });

/** The files of each case. */
const files: Record<string, () => object[]> = {
  'no file': () => [],
  '3 MB in the request': () => [inline()],
  '10 MB by reference': () => byReference('ten'),
  '20 MB by reference': () => byReference('twenty'),
  '20 MB by reference, in ten files': () => byReference(...Array(10).fill('two')),
  '17 MB by reference, 3 MB in the request': () => [...byReference('seventeen'), inline()],
};

const objectSizes = { two: 2, ten: 10, seventeen: 17, twenty: 20 };

/** Sends mails with files through the bundle of execute, in a process with the memory of the function for each case. */
export async function measureMemory(
  { rounds }: { rounds: number },
  progress: Progress,
  stops: Stops,
): Promise<Row[]> {
  const path = bundle('execute', await bundleFolder(stops));
  const tables = await startOwnTables(stops);
  const { templates } = tablesBy(tablesClient(tables, stops));
  await saveTemplates({ templates, now: () => new Date() }, accountId, [sendTemplate]);
  const objects = new Map(
    Object.entries(objectSizes).map(([key, size]) => [`/${bucket}/${key}`, randomBytes(size * MB)]),
  );
  const variables = {
    ...functionVariables,
    [env.dynamodbEndpoint]: tables,
    [env.sesEndpoint]: await startSes({ onMail: () => undefined }, stops),
    [env.s3Endpoint]: await startS3((object) => objects.get(object), stops),
    [env.attachmentBuckets]: bucket,
  };
  const rows: Row[] = [];
  for (const [name, attachments] of Object.entries(files)) {
    progress.step(`Sending: ${name}`);
    const event = post(JSON.parse(bodyOf('memory', undefined, attachments())));
    const expected = '\\"sent\\"';
    const run = { event, expected, variables, times: rounds, nodeOptions: heap };
    const { firstMb, peakMb, medianMs } = await runBundle(path, run);
    const figures = {
      'peak after the first, MB': Math.round(firstMb ?? Number.NaN),
      'peak, MB': Math.round(peakMb ?? Number.NaN),
      'a send, ms': Math.round(medianMs),
    };
    const holds = peakMb === null ? null : peakMb < functionMb;
    rows.push({ name, figures, goal: `< ${functionMb} MB`, holds });
  }
  return rows;
}
