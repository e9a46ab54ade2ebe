import { extendedEncodeURIComponent, type HttpResponse } from '@smithy/core/protocols';
import { isTransientError } from '@smithy/core/retry';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { deadlineOf } from '../../deadline.ts';
import { maxFilesBytes } from '../../engine/limits.ts';
import * as env from '../../env.ts';
import { callTimes } from '../call-times.ts';
import { type Call, endpoint, signedRequest } from '../signed-call.ts';

export interface ObjectPlace {
  bucket: string;
  key: string;
}

/**
 * Why an object cannot be read. `missing`: it does not exist, or this deployment may not read it. `changed`: its ETag
 * is not the one of `head`. `elsewhere`: its bucket is in another region.
 */
export type ObjectProblem = 'missing' | 'changed' | 'elsewhere';

/** Reads objects of the buckets of this deployment. Each call throws for a fault of S3, a time-out and `OutOfTime`. */
export interface Objects {
  /** The buckets of this deployment (`attachmentBuckets`). An object of any other bucket is `missing`. */
  buckets: readonly string[];
  head: (place: ObjectPlace) => Promise<{ bytes: number; etag: string } | ObjectProblem>;
  /** The whole object, if it still has this ETag; no more bytes than `head` returned, or than `maxFilesBytes`. */
  get: (place: ObjectPlace, etag: string) => Promise<Uint8Array | ObjectProblem>;
}

/** The buckets in the environment variable that lists them, comma-separated; missing or empty: none. */
export const readBucketList = (list = ''): string[] => list.split(',').filter(Boolean);

const times = callTimes({ attempts: 2, connectMs: 500, answerMs: 2000 });

/** The limit of both tries of `head`, in milliseconds. */
const headMs = 5000;

/** From this total size on, the objects do not fit into a function's memory together with those of earlier mails. */
const largeBytes = 2 * 1024 * 1024;

const sumOf = (sizes: ReadonlyMap<string, number>) =>
  [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);

/** S3 demands the hash of each request's body, and these have none. */
const noBody = {
  'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
};

/** Makes `Objects` for one container. Region, credentials and endpoint come from the environment. */
export function objectsOf(buckets: readonly string[]): () => Objects {
  const make = callTwice();
  return () => {
    const sizes = new Map<string, number>();
    let hasFreed = false;
    const nameOf = ({ bucket, key }: ObjectPlace, etag: string) =>
      JSON.stringify([bucket, key, etag]);
    const canExist = ({ bucket, key }: ObjectPlace) =>
      buckets.includes(bucket) && key !== '' && key.isWellFormed();
    return {
      buckets,
      async head(place) {
        if (!canExist(place)) return 'missing';
        const { bucket, key } = place;
        const call = { method: 'HEAD', path: pathOf(key), headers: noBody, body: '' } as const;
        const read = async (response: HttpResponse) => {
          response.body.resume();
          return problemOf(response) ?? readHead(response);
        };
        const found = await deadlineOf('begin').within(
          (signal) => make(bucket, call, read, signal),
          headMs,
        );
        if (typeof found === 'object') sizes.set(nameOf(place, found.etag), found.bytes);
        return found;
      },
      async get(place, etag) {
        if (!canExist(place)) return 'missing';
        const { bucket, key } = place;
        const headers = { ...noBody, 'if-match': etag };
        const call = { method: 'GET', path: pathOf(key), headers, body: '' } as const;
        const most = sizes.get(nameOf(place, etag)) ?? maxFilesBytes;
        // Earlier mails' files may still be in memory: V8 leaves up to 130 MB outside of its heap uncollected. The
        // stack starts Node with `--expose-gc`, which defines this function.
        if (!hasFreed && sumOf(sizes) >= largeBytes) globalThis.gc?.();
        hasFreed = true;
        const read = async (response: HttpResponse) => {
          if (response.statusCode === 200 && lengthOf(response) <= most) return readBody(response);
          response.body.destroy();
          return problemOf(response) ?? 'changed';
        };
        return deadlineOf('begin').within((signal) => make(bucket, call, read, signal));
      },
    };
  };
}

/** Repeats a call once after a temporary fault, with new connections: the old may have died while frozen. */
function callTwice() {
  let requestTo: ReturnType<typeof connect> | undefined;
  return async <T>(
    bucket: string,
    call: Call,
    read: (response: HttpResponse) => Promise<T>,
    abortSignal: AbortSignal,
  ): Promise<T> => {
    const attempt = async () => {
      requestTo ??= connect();
      return read(await requestTo(bucket)(call, { abortSignal }));
    };
    try {
      return await attempt();
    } catch (error) {
      const told = error as Parameters<typeof isTransientError>[0];
      if (abortSignal.aborted || !isTransientError(told)) throw error;
      requestTo = undefined;
      return attempt();
    }
  };
}

/**
 * Makes the requests to buckets. The bucket is in the name of the host. It is in the path if it has a dot, because no
 * certificate of S3 covers such a name, and at another server than AWS's.
 *
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html
 */
function connect() {
  const http = new NodeHttpHandler(times.requestHandler);
  const own = process.env[env.s3Endpoint];
  const region = process.env.AWS_REGION;
  return (bucket: string) => {
    const inPath = own || bucket.includes('.');
    const url = inPath
      ? new URL(`/${bucket}`, endpoint('s3', region, own))
      : endpoint(`${bucket}.s3`, region);
    return signedRequest({ name: 's3', url, http, uriEscapePath: false });
  };
}

/** Escapes each part of a key, and keeps its slashes, also those that follow one another. */
const pathOf = (key: string) => `/${key.split('/').map(extendedEncodeURIComponent).join('/')}`;

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadObject.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html. Throws for an answer of neither call.
 */
function problemOf({ statusCode, headers }: HttpResponse): ObjectProblem | undefined {
  if (statusCode === 200) return undefined;
  const region = headers['x-amz-bucket-region'];
  const isElsewhere = region !== undefined && region !== process.env.AWS_REGION;
  if (statusCode === 301 || (statusCode === 400 && isElsewhere)) return 'elsewhere';
  if (statusCode === 403 || statusCode === 404) return 'missing';
  if (statusCode === 412) return 'changed';
  throw Object.assign(new Error(`S3 answered ${statusCode}`), {
    $metadata: { httpStatusCode: statusCode },
  });
}

function readHead(response: HttpResponse): { bytes: number; etag: string } {
  const { etag } = response.headers;
  if (etag === undefined) throw new Error("S3's answer has no ETag");
  return { bytes: lengthOf(response), etag };
}

function lengthOf({ headers }: HttpResponse): number {
  const length = headers['content-length'];
  if (length === undefined) throw new Error("S3's answer has no length");
  return Number(length);
}

/** Reads into one buffer from the start, because the parts and the whole together take twice the memory. */
async function readBody(response: HttpResponse): Promise<Uint8Array> {
  const whole = Buffer.allocUnsafeSlow(lengthOf(response));
  let read = 0;
  for await (const part of response.body as AsyncIterable<Buffer>) {
    part.copy(whole, read);
    read += part.length;
  }
  return whole;
}
