import {
  type DeleteMarkerEntry,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketEncryptionCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type ObjectVersion,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import * as z from 'zod/mini';
import { awsFault } from '../../shared/adapters/aws-fault.ts';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';
import { type ClientPlace, clientSettings, nullIf } from './client.ts';

export type Buckets = ReturnType<typeof buckets>;

export type Objects = ReturnType<typeof objectsIn>;

/** With `place.endpoint` the client calls an S3-compatible server outside AWS. Its URLs have the bucket in the path. */
export function objectsIn(
  Bucket: string,
  times: CallTimes,
  place: ClientPlace & { endpoint?: string },
) {
  const isOther = place.endpoint !== undefined;
  const client = new S3Client({ ...place, ...callTimes(times), forcePathStyle: isOther });
  return {
    /** Needs `s3:PutObject`. */
    put: async (Key: string, Body: Buffer): Promise<void> =>
      void (await client.send(new PutObjectCommand({ Bucket, Key, Body }))),
    /** The whole object; null if there is none. Needs `s3:GetObject`. */
    get: async (Key: string): Promise<Uint8Array | null> => {
      const found = await nullIf('NoSuchKey', client.send(new GetObjectCommand({ Bucket, Key })));
      return (await found?.Body?.transformToByteArray()) ?? null;
    },
    /** Succeeds if the object does not exist. Needs `s3:DeleteObject`. */
    remove: async (Key: string): Promise<void> =>
      void (await client.send(new DeleteObjectCommand({ Bucket, Key }))),
  };
}

/** The part of an S3 error that says where the bucket is. S3 says so even to a caller who may not read the bucket. */
const elsewhere = z.object({
  $response: z.object({ headers: z.object({ 'x-amz-bucket-region': z.string() }) }),
});

/** The region of any AWS account's bucket; null if there is none. Needs `s3:ListBucket` for one of this account. */
export async function bucketRegion(
  times: CallTimes,
  { name, ...place }: ClientPlace & { name: string },
): Promise<string | null> {
  const client = new S3Client(clientSettings(times, place));
  try {
    const { BucketRegion } = await client.send(new HeadBucketCommand({ Bucket: name }));
    return BucketRegion ?? (await client.config.region());
  } catch (error) {
    const told = elsewhere.safeParse(error).data;
    if (told) return told.$response.headers['x-amz-bucket-region'];
    if (awsFault(error).status === 404) return null;
    throw error;
  }
}

/** The customer-managed key of new objects; null if S3 tells of none. Needs `s3:GetEncryptionConfiguration`. */
export async function bucketKey(
  times: CallTimes,
  { name, ...place }: ClientPlace & { name: string },
): Promise<string | null> {
  const get = new GetBucketEncryptionCommand({ Bucket: name });
  const client = new S3Client(clientSettings(times, place));
  const found = await client.send(get).catch(() => null);
  const [rule] = found?.ServerSideEncryptionConfiguration?.Rules ?? [];
  const key = rule?.ApplyServerSideEncryptionByDefault?.KMSMasterKeyID ?? null;
  return key?.endsWith('alias/aws/s3') ? null : key;
}

export function buckets(times: CallTimes, place: ClientPlace = {}) {
  const client = new S3Client(clientSettings(times, place));
  return {
    /** Returns how many versions it deleted; null if there is no such bucket. */
    empty: (name: string) => nullIf('NoSuchBucket', empty(client, name)),
  };
}

/** Deletes all versions. Needs `s3:ListBucketVersions`, `s3:DeleteObject(Version)`. Throws S3's first refusal. */
async function empty(client: S3Client, Bucket: string): Promise<number> {
  let deleted = 0;
  let page: ListObjectVersionsCommandOutput | undefined;
  do {
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page ?? {};
    page = await client.send(new ListObjectVersionsCommand({ Bucket, KeyMarker, VersionIdMarker }));
    const all = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])];
    if (all.length > 0) await deleteAll(client, Bucket, all);
    deleted += all.length;
  } while (page.IsTruncated);
  return deleted;
}

async function deleteAll(
  client: S3Client,
  Bucket: string,
  all: readonly (ObjectVersion | DeleteMarkerEntry)[],
): Promise<void> {
  const Objects = all.map(({ Key, VersionId }) => ({ Key, VersionId }));
  const { Errors: [first] = [] } = await client.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
  );
  if (first === undefined) return;
  const refusal = new Error(`${first.Message ?? 'S3 gives no reason'} (${Bucket}/${first.Key})`);
  refusal.name = first.Code ?? 'Error';
  throw refusal;
}
