import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { HttpResponse } from '@smithy/core/protocols';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { buildApp } from 'fauxqs';
import { objectsOf } from '../../../../shared/adapters/s3/objects.ts';
import { Deadline, OutOfTime, runRequest } from '../../../../shared/deadline.ts';
import { atEndOfFile } from '../../../end-of-file.ts';
import { expect, jest, test } from '../../../jest.ts';
import { asFunction, cut, cutWithin, serveInTurn, silence } from '../answers.ts';
import { countRunningTime } from '../running-time.ts';
import { broughtSignature, expectedSignature } from './s3-signature.ts';

const bucket = 'acme-contracts';
const app = buildApp({ logger: false });

const endpoint = await app.listen({ port: 0, host: '127.0.0.1' });
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
const s3 = new S3Client({ endpoint, region: 'eu-central-1', forcePathStyle: true, credentials });
await s3.send(new CreateBucketCommand({ Bucket: bucket }));
await s3.send(new CreateBucketCommand({ Bucket: 'acme.archive' }));
await s3.send(new CreateBucketCommand({ Bucket: 'acme-other' }));

atEndOfFile(async () => {
  s3.destroy();
  await app.close();
});

countRunningTime();

/** The objects of a deployment that calls S3 at this address. */
function objectsAt(url: string) {
  asFunction({ AWS_ENDPOINT_URL_S3: url });
  return objectsOf([bucket, 'acme.archive'])();
}

async function put(Key: string, Body: Uint8Array | string, Bucket = bucket): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket, Key, Body }));
}

const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256);

test.each([
  '2026/1001.pdf',
  'Übersicht März.pdf',
  '契約書/見積 🙂.pdf',
  'a b+c%20d&e=f.pdf',
  "what?#'()*!.pdf",
  'a//b///c.pdf',
  '/begins with a slash.pdf',
  'ends with one/',
  './../dots.pdf',
  'x'.repeat(1024),
])('an object is read byte by byte whatever its key is: %s', async (key) => {
  await put(key, bytes);
  const { head, get } = objectsAt(endpoint);

  const found = await head({ bucket, key });
  const etag = typeof found === 'object' ? found.etag : '';

  expect(found).toEqual({ bytes: bytes.length, etag: expect.stringMatching(/^"[0-9a-f]{32}"$/) });
  expect(await get({ bucket, key }, etag)).toEqual(Buffer.from(bytes));
});

test.each([
  ['an object of a bucket with a dot in its name', 'acme.archive', 'content'],
  ['an empty object', bucket, ''],
])('%s is read', async (_, ofBucket, content) => {
  const place = { bucket: ofBucket, key: 'read.pdf' };
  await put(place.key, content, place.bucket);
  const { head, get } = objectsAt(endpoint);

  const found = await head(place);

  expect(found).toMatchObject({ bytes: content.length });
  expect(await get(place, Object(found).etag)).toEqual(Buffer.from(content));
});

test.each([
  ['an object that is not there', { bucket, key: 'none.pdf' }],
  ['a key that no object can have', { bucket, key: '\ud800.pdf' }],
  ['no key', { bucket, key: '' }],
  ['an object of a bucket that is not listed', { bucket: 'acme-other', key: 'a.pdf' }],
])('what this deployment cannot read is missing: %s', async (_, place) => {
  await put('a.pdf', 'content', 'acme-other');
  const { head, get } = objectsAt(endpoint);

  expect(await head(place)).toBe('missing');
  expect(await get(place, '"0"')).toBe('missing');
});

test('an object that was replaced after head told its ETag is changed', async () => {
  await put('replaced.pdf', 'before');
  const { head, get } = objectsAt(endpoint);
  const found = await head({ bucket, key: 'replaced.pdf' });
  await put('replaced.pdf', 'after!');

  expect(await get({ bucket, key: 'replaced.pdf' }, Object(found).etag)).toBe('changed');
});

/** A server in place of S3, which returns these answers in order. */
async function startServer(...answers: RequestListener[]) {
  const { url, arrived } = await serveInTurn(answers, ({ method = '', url = '', headers }) => ({
    ...{ method, path: url, headers, ifMatch: headers['if-match'] },
  }));
  return { arrived, endpoint: url, ...objectsAt(url) };
}

const status =
  (code: number, headers = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(code, headers).end();
const found =
  (content: string): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { etag: '"1"', 'content-length': content.length }).end(content);

const place = { bucket, key: '2026/1001.pdf' };
const ofRegion = 'x-amz-bucket-region';

test.each<[string, RequestListener, string]>([
  ['nothing is there', status(404), 'missing'],
  ['the role may not list the bucket', status(403), 'missing'],
  ['the bucket is in another region', status(301), 'elsewhere'],
  ['the signature is for another region', status(400, { [ofRegion]: 'us-east-1' }), 'elsewhere'],
  ['the object has another ETag', status(412), 'changed'],
])('an answer of S3 that is no fault is not asked for again: %s', async (_, answer, problem) => {
  const { arrived, head, get } = await startServer(answer, answer);

  expect(await head(place)).toBe(problem);
  expect(await get(place, '"1"')).toBe(problem);
  expect(arrived.map(({ method, ifMatch }) => [method, ifMatch])).toEqual([
    ['HEAD', undefined],
    ['GET', '"1"'],
  ]);
});

test.each<[string, RequestListener]>([
  ['S3 asks for fewer requests', status(503)],
  ['S3 fails', status(500)],
  ['S3 does not answer', silence],
  ['the connection is cut', cut],
  ['the answer is cut', cutWithin({ etag: '"1"', 'content-length': 7 }, 'con')],
])('a fault is followed by one more try: %s', async (_, fault) => {
  const { arrived, get } = await startServer(fault, found('content'));

  expect(await get(place, '"1"')).toEqual(Buffer.from('content'));
  expect(arrived).toHaveLength(2);
});

test('a call succeeds though the other ends of all connections are gone', async () => {
  const used = new Set<object>();
  const fresh: RequestListener = (request, response) => {
    if (used.has(request.socket)) return request.socket.destroy();
    used.add(request.socket);
    found('content')(request, response);
  };
  const { head } = await startServer(...Array.from({ length: 6 }, () => fresh));
  await Promise.all([head(place), head(place), head(place)]);

  expect(await head(place)).toEqual({ bytes: 7, etag: '"1"' });
  expect(used.size).toBe(4);
});

test.each([
  ['a fault at both tries is thrown with its status', 503, 2],
  ['an answer that says nothing about the object is thrown, and not asked for again', 400, 1],
])('%s', async (_, code, tries) => {
  const { arrived, head } = await startServer(status(code), status(code), found('content'));

  await expect(head(place)).rejects.toMatchObject({
    ...{ message: `S3 answered ${code}`, $metadata: { httpStatusCode: code } },
  });
  expect(arrived).toHaveLength(tries);
});

test('an object that has more bytes than head told is changed, and is not read', async () => {
  const { head, get } = await startServer(found('content'), found('contents'));
  await head(place);

  expect(await get(place, '"1"')).toBe('changed');
});

test('an object that head was not asked for is read up to 20 MB', async () => {
  const length = 20 * 1024 * 1024 + 1;
  const { get } = await startServer((_, response) => {
    response.writeHead(200, { 'content-length': length }).write('c');
  });

  expect(await get(place, '"1"')).toBe('changed');
});

/** An answer that comes byte by byte without an end. */
const drip: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-length': 1_000_000 });
  const timer = setInterval(() => response.write('c'), 20);
  response.once('close', () => clearInterval(timer));
};

test.each<[string, RequestListener]>([
  ['nothing', silence],
  ['one byte after the other', drip],
])('a call ends with its deadline, and is not made again, if S3 answers %s', async (_, answer) => {
  const { arrived, endpoint: url } = await startServer(answer, found('content'));

  const call = runRequest(Deadline.in(300), () => objectsAt(url).get(place, '"1"'));

  await expect(call).rejects.toThrow(OutOfTime);
  expect(arrived).toHaveLength(1);
});

test('a deployment that reads no object connects to nothing', async () => {
  const { arrived, buckets } = await startServer(found('content'));

  expect(buckets).toEqual([bucket, 'acme.archive']);
  expect(arrived).toEqual([]);
});

test.each([
  [bucket, 'eu-central-1', 'acme-contracts.s3.eu-central-1.amazonaws.com', '/a%20b.pdf'],
  ['acme.archive', 'eu-central-1', 's3.eu-central-1.amazonaws.com', '/acme.archive/a%20b.pdf'],
])('on AWS, the object of %s in %s is at %s%s', async (name, region, hostname, path) => {
  const { head } = objectsAt('');
  Object.assign(process.env, { AWS_REGION: region });
  const handle = jest.spyOn(NodeHttpHandler.prototype, 'handle').mockImplementation(async () => ({
    response: new HttpResponse({ statusCode: 404, body: Readable.from([]) }),
  }));

  await head({ bucket: name, key: 'a b.pdf' });

  expect(handle.mock.calls).toMatchObject([[{ protocol: 'https:', hostname, path }, {}]]);
  handle.mockRestore();
});

test("the test's signature is the one of AWS's example", () => {
  const example = {
    method: 'GET',
    path: '/test.txt',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
  };

  const signature = expectedSignature(example, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY');
  expect(signature).toBe(broughtSignature(example));
});

test.each(['2026/1001.pdf', 'Übersicht 契約書 🙂.pdf', "a b+c%20d&e=f?#'()*!~.pdf", '//a//b/../c'])(
  'S3 accepts the signature of a call whatever the key is: %s',
  async (key) => {
    const { arrived, head, get } = await startServer(found(''), found('content'));

    await head({ bucket, key });
    await get({ bucket, key }, '"1"');

    const expected = arrived.map((request) => expectedSignature(request, 'test'));
    expect(arrived.map(broughtSignature)).toEqual(expected);
    expect(arrived[1]?.headers['x-amz-security-token']).toBe('session');
  },
);
