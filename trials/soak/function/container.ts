import { randomUUID } from 'node:crypto';
import { readLaterSettings, wakeUps } from '../../../shared/adapters/later.ts';
import { objectsOf, readBucketList } from '../../../shared/adapters/s3/objects.ts';
import { dynamodbClient, tableInTime } from '../../../shared/adapters/tables/dynamodb.ts';
import { messageStore } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { keepPending } from '../../../shared/adapters/tables/pending-table.ts';
import { templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import type { FunctionTime, Phase } from '../../../shared/deadline.ts';
import { env } from '../../../shared/env.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import { tableNames } from '../../harness/table-names.ts';
import { functionMs, tableCallMs, tableTimes } from './scale.ts';

const client = dynamodbClient(tableTimes);

/** A table as the functions of this thread reach it. */
export const table = (name: string, phase?: Phase) =>
  tableInTime({ client, name, callMs: tableCallMs }, phase);

/** The queues and the schedules of this thread, by a clock that is so far ahead; null: its world has none. */
export function ownWakeUps(fastForwardMs = 0, phase?: Phase) {
  const settings = readLaterSettings();
  return settings && wakeUps({ ...settings, fastForwardMs, times: tableTimes }, phase);
}

/** The S3 of this thread. */
export const ownObjects = () => objectsOf(readBucketList(process.env[env.attachmentBuckets]));

/** What the handlers of `execute` and `batch` create once, with the times of the soak and a clock of the caller. */
export function acceptingContainer(epochMs: () => number, writes: Phase) {
  const messages = table(tableNames.messages, writes);
  const objects = ownObjects();
  const ports = {
    loadTemplate: templateLoader(table(tableNames.templates, 'begin')),
    senderProblem: () => null,
    lookupDomain: async () => {
      throw new Error('No flow of the soak looks up a domain');
    },
    store: messageStore(messages, table(tableNames.messages)),
    keepPending: keepPending.bind(null, messages),
    retentionDays: 30,
    refusedRetentionDays: 7,
    later: ownWakeUps(0, writes)?.later ?? null,
    suppression: true,
    newMessageId,
    newTestMessageId,
    newOwner: randomUUID,
    epochMs,
    now: () => performance.now(),
  };
  return () => ({ ...ports, objects: objects() });
}

/** The time of an invocation that begins now. */
export function timeFromNow(): FunctionTime {
  const endsAtMs = performance.now() + functionMs;
  return { getRemainingTimeInMillis: () => endsAtMs - performance.now() };
}
