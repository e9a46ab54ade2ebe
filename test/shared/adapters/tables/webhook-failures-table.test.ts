import {
  listFailures,
  recordFailure,
  removeFailure,
} from '../../../../shared/adapters/tables/webhook-failures-table.ts';
import { startTables } from '../../../dynalite.ts';
import { expect, test } from '../../../jest.ts';
import { webhookFailure } from '../../webhook/endpoints.ts';

const tables = await startTables();

const older = '01KQHFP6800000000000000001';
const newer = '01KQHFP6800000000000000002';

test('a failure is read as it was recorded, and a later try replaces it', async () => {
  const first = webhookFailure();
  const last = webhookFailure({ attempts: 11, lastStatus: null, lastError: null, nextAt: null });
  await recordFailure(tables.messages, 'acc_replaced', first);
  expect(await listFailures(tables.messages, 'acc_replaced', {}, 10)).toEqual([first]);

  await recordFailure(tables.messages, 'acc_replaced', last);
  expect(await listFailures(tables.messages, 'acc_replaced', {}, 10)).toEqual([last]);
  expect(await listFailures(tables.messages, 'acc_other', {}, 10)).toEqual([]);
});

test('failures are listed by endpoint and by message, those of the newest message first', async () => {
  const ofOlder = webhookFailure({ messageId: older });
  const ofNewer = webhookFailure({ messageId: newer });
  const ofOther = webhookFailure({ messageId: newer, endpointId: 'wh_2' });
  for (const each of [ofOther, ofOlder, ofNewer]) {
    await recordFailure(tables.messages, 'acc_listed', each);
  }
  const list = (query: Parameters<typeof listFailures>[2], limit = 10) =>
    listFailures(tables.messages, 'acc_listed', query, limit);

  expect(await list({})).toEqual([ofOther, ofNewer, ofOlder]);
  expect(await list({ endpointId: 'wh_1' })).toEqual([ofNewer, ofOlder]);
  expect(await list({ messageId: newer })).toEqual([ofOther, ofNewer]);
  expect(await list({ messageId: newer, endpointId: 'wh_1' })).toEqual([ofNewer]);
  expect(await list({}, 1)).toEqual([ofOther]);
});

test('an event that was accepted in the end is no failure any more', async () => {
  await recordFailure(tables.messages, 'acc_removed', webhookFailure());
  await removeFailure(tables.messages, 'acc_removed', webhookFailure());
  await removeFailure(tables.messages, 'acc_removed', webhookFailure());

  expect(await listFailures(tables.messages, 'acc_removed', {}, 10)).toEqual([]);
});
