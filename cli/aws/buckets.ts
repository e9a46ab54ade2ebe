import {
  type DeleteMarkerEntry,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type ObjectVersion,
  S3Client,
} from '@aws-sdk/client-s3';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';

/** The buckets of one account in one region. */
export interface Buckets {
  /**
   * Deletes every version of every object and every delete marker, which is what AWS wants before it
   * deletes a bucket. Returns how many went; null where there is no such bucket. Needs
   * `s3:ListBucketVersions` on the bucket, `s3:DeleteObject` and `s3:DeleteObjectVersion` on its objects.
   *
   * @throws {Error} with S3's own words for the first object that it does not delete
   */
  empty(name: string): Promise<number | null>;
  close(): void;
}

export function buckets(
  times: CallTimes,
  { region }: { region?: string | undefined } = {},
): Buckets {
  const client = new S3Client({ ...(region && { region }), ...callTimes(times) });
  return { empty: (name) => empty(client, name), close: () => client.destroy() };
}

/**
 * A page at a time: S3 lists and deletes a thousand at most.
 *
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html
 */
async function empty(client: S3Client, Bucket: string): Promise<number | null> {
  let gone = 0;
  let page: ListObjectVersionsCommandOutput | undefined;
  try {
    do {
      const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page ?? {};
      page = await client.send(
        new ListObjectVersionsCommand({ Bucket, KeyMarker, VersionIdMarker }),
      );
      const all = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])];
      if (all.length > 0) await deleteAll(client, Bucket, all);
      gone += all.length;
    } while (page.IsTruncated);
    return gone;
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchBucket') return null;
    throw error;
  }
}

async function deleteAll(
  client: S3Client,
  Bucket: string,
  all: readonly (ObjectVersion | DeleteMarkerEntry)[],
): Promise<void> {
  const Objects = all.map(({ Key, VersionId }) => ({ Key, VersionId }));
  const answer = await client.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
  );
  const [first] = answer.Errors ?? [];
  if (first === undefined) return;
  const refusal = new Error(`${first.Message ?? 'S3 gives no reason'} (${Bucket}/${first.Key})`);
  refusal.name = first.Code ?? 'Error';
  throw refusal;
}
