import { randomUUID } from 'node:crypto';
import { wakeUps } from '../../../shared/adapters/later.ts';
import { readLaterSettings } from '../../../shared/adapters/later-settings.ts';
import { objectsOf, readBucketList } from '../../../shared/adapters/s3/objects.ts';
import { dynamodbClient } from '../../../shared/adapters/tables/dynamodb-client.ts';
import { templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import type { FunctionTime } from '../../../shared/deadline.ts';
import { env } from '../../../shared/env.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import { tableNames } from '../../harness/table-names.ts';
import { functionMs, tableCallMs, tableTimes } from './scale.ts';

const client = dynamodbClient(tableTimes);

/** A table as the functions of this thread reach it. */
export const table = (name: string) => ({ client, name, callMs: tableCallMs });

/** The queues and the schedules of this thread, by a clock that is so far ahead; null: its world has none. */
export function ownWakeUps(fastForwardMs = 0) {
  const settings = readLaterSettings();
  return settings && wakeUps({ ...settings, fastForwardMs, times: tableTimes });
}

/** The S3 of this thread. */
export const ownObjects = () => objectsOf(readBucketList(process.env[env.attachmentBuckets]));

/** What the handlers of `execute` and `batch` create once, with the times of the soak and a clock of the caller. */
export function acceptingContainer(epochMs: () => number) {
  return {
    loadTemplate: templateLoader(table(tableNames.templates)),
    senderProblem: () => null,
    lookupDomain: async () => {
      throw new Error('No flow of the soak looks up a domain');
    },
    messages: table(tableNames.messages),
    retentionDays: 30,
    refusedRetentionDays: 7,
    wakeUps: ownWakeUps(),
    objects: ownObjects(),
    suppression: true,
    newMessageId,
    newTestMessageId,
    newOwner: randomUUID,
    epochMs,
    now: () => performance.now(),
  };
}

/** The time of an invocation that begins now. */
export function timeFromNow(): FunctionTime {
  const endsAtMs = performance.now() + functionMs;
  return { getRemainingTimeInMillis: () => endsAtMs - performance.now() };
}
