import { execFileSync } from 'node:child_process';
import { request } from 'node:http';
import { ListBucketsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { startBuckets } from '../../../local/buckets/start-buckets.ts';
import { Stops } from '../../../local/stops.ts';
import { objectsOf } from '../../../shared/adapters/s3/objects.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { expect, test } from '../../jest.ts';

const stops = new Stops();
atEndOfFile(() => stops.all());

const functions: { variables: Record<string, string> }[] = [
  { variables: {} },
  { variables: { ATTACHMENT_BUCKETS: 'acme-contracts,acme.archive' } },
];

async function start() {
  const endpoint = await startBuckets(functions, stops);
  if (endpoint === undefined) throw new Error('No buckets were started');
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_S3: endpoint,
  });
  const s3 = stops.add(new S3Client({ forcePathStyle: true, maxAttempts: 1 }), (made) =>
    made.destroy(),
  );
  return {
    endpoint,
    s3,
    ...objectsOf(['acme-contracts', 'acme.archive'])(),
  };
}

test('a local run has the buckets that the settings name, and they are empty', async () => {
  const { s3, head } = await start();

  const { Buckets } = await s3.send(new ListBucketsCommand());

  expect(Buckets?.map(({ Name }) => Name)).toEqual(['acme-contracts', 'acme.archive']);
  expect(await head({ bucket: 'acme-contracts', key: 'a.pdf' })).toBe('missing');
});

test('functions read what a program of the team has put into a bucket with the SDK', async () => {
  const { s3, head, get } = await start();
  const place = { bucket: 'acme.archive', key: '2026/Übersicht.pdf' };
  await s3.send(new PutObjectCommand({ Bucket: place.bucket, Key: place.key, Body: 'content' }));

  const found = await head(place);

  expect(found).toMatchObject({ bytes: 7 });
  expect(await get(place, Object(found).etag)).toEqual(Buffer.from('content'));
});

test('a request is refused whose Host header is not the one of this machine', async () => {
  const { endpoint } = await start();

  const status = await new Promise((resolve, reject) => {
    const asked = request(`${endpoint}/acme-contracts`, { headers: { host: 'evil.example' } });
    asked
      .on('response', (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end();
  });

  expect(status).toBe(403);
});

/** The modules named fastify or fauxqs that a process has loaded once the buckets of these functions have started. */
function loadedWith(variables: Record<string, string>): unknown {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    const resolve = (name, context, next) => {
      if (/^(fastify|fauxqs)$/.test(name)) loaded.add(name);
      return next(name, context);
    };
    registerHooks({ resolve });
    const { startBuckets } = await import('./local/buckets/start-buckets.ts');
    const { Stops } = await import('./local/stops.ts');
    const stops = new Stops();
    await startBuckets([{ variables: ${JSON.stringify(variables)} }], stops);
    await stops.all();
    console.log(JSON.stringify([...loaded]));`;
  const words = ['--input-type=module', '-e', script];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }));
}

test('settings without buckets start nothing, and load no server', async () => {
  expect(loadedWith({ ATTACHMENT_BUCKETS: 'acme' })).toEqual(['fauxqs', 'fastify']);
  expect(loadedWith({})).toEqual([]);
  expect(await startBuckets([{ variables: {} }], stops)).toBeUndefined();
});
