import { readBucketList } from '../../shared/adapters/s3/objects.ts';
import * as env from '../../shared/env.ts';
import { Failure } from '../failure.ts';
import { close, listen, loopback } from '../loopback/listen.ts';
import type { Stops } from '../stops.ts';
import type { LambdaFunction } from '../template/functions.ts';

/** Starts an S3-compatible server with the buckets of the functions, empty, and returns its address; undefined without any. */
export async function startBuckets(
  functions: Iterable<Pick<LambdaFunction, 'variables'>>,
  stops: Stops,
): Promise<string | undefined> {
  const all = [...functions].map(({ variables }) => variables);
  const named = (name: string) => all.map((each) => each[name]).find((list) => list !== undefined);
  const buckets = [
    ...readBucketList(named(env.attachmentBuckets)),
    ...readBucketList(named(env.repliesBucket)),
  ];
  if (buckets.length === 0) return undefined;
  // It takes a tenth of a second to load, which a stack without buckets saves.
  const { fauxqsServer } = await import('../fauxqs.ts');
  const endpoint = `http://${loopback}:${await listen(stops.add(await fauxqsServer(), close))}`;
  for (const bucket of buckets) {
    const { ok, status } = await fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
    if (!ok) throw new Failure(`The local S3 did not create the bucket ${bucket} (${status}).`);
  }
  return endpoint;
}
