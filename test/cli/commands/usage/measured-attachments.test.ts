import { startBuckets } from '../../../../local/buckets/start-buckets.ts';
import { Stops } from '../../../../local/stops.ts';
import { objectsOf } from '../../../../shared/adapters/s3/objects.ts';
import { measured } from '../../../../shared/manage/cost/usage.ts';
import { startTables } from '../../../dynalite.ts';
import { atEndOfFile } from '../../../end-of-file.ts';
import { startFaultProxy } from '../../../fault-proxy.ts';
import { startSending } from '../../../functions/execute/sending.ts';
import { expect, test } from '../../../jest.ts';

const stops = new Stops();
atEndOfFile(() => stops.all());

const tables = await startTables();
const buckets = [{ variables: { ATTACHMENT_BUCKETS: 'acme' } }];
const endpoint = (await startBuckets(buckets, stops)) ?? '';
await fetch(`${endpoint}/acme/a.pdf`, { method: 'PUT', body: 'content' });
const s3 = await startFaultProxy(endpoint, () => 'pass');
process.env.AWS_ENDPOINT_URL_S3 = s3.endpoint;

/** The number of S3 requests for a mail with a file from a bucket. */
async function requestsOf(change: object): Promise<number> {
  const { ports, execute } = startSending(tables.messages);
  const objects = objectsOf(['acme'])();
  const _attachments = [{ name: 'a.pdf', s3: 's3://acme/a.pdf' }];
  s3.calls.length = 0;
  await execute({ _attachments, ...change }, undefined, { ...ports, objects });
  return s3.calls.length;
}

test('the bill counts the requests to S3 that a file of a mail makes', async () => {
  expect(await requestsOf({})).toBe(measured.objectRequests);
});

test('a scheduled mail is accepted with one request to S3 for each file', async () => {
  const _sendAt = new Date(Date.now() + 3_600_000).toISOString();

  expect(await requestsOf({ _sendAt })).toBe(1);
});
