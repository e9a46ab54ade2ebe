import { wakeUps } from '../../../shared/adapters/later.ts';
import { readLaterSettings } from '../../../shared/adapters/later-settings.ts';
import { dynamodbClient } from '../../../shared/adapters/tables/dynamodb.ts';
import type { FunctionTime } from '../../../shared/deadline.ts';
import { functionMs, tableCallMs, tableTimes } from './scale.ts';

const client = dynamodbClient(tableTimes);

/** A table as the functions of this thread reach it. */
export const table = (name: string) => ({ client, name, callMs: tableCallMs });

/** The queues and the schedules of this thread; null: its world has none. */
export function ownWakeUps() {
  const settings = readLaterSettings();
  return settings && wakeUps({ ...settings, times: tableTimes });
}

/** The time of an invocation that begins now. */
export function timeFromNow(): FunctionTime {
  const endsAtMs = performance.now() + functionMs;
  return { getRemainingTimeInMillis: () => endsAtMs - performance.now() };
}
