import { alone } from '../../../../shared/adapters/tables/change.ts';
import {
  countFailedTry,
  listEndpoints,
  listReceivers,
  putEndpoint,
  readEndpoint,
  updateEndpoint,
} from '../../../../shared/adapters/tables/webhook-endpoints-table.ts';
import { startTables } from '../../../dynalite.ts';
import { expect, test } from '../../../jest.ts';
import { webhookEndpoint } from '../../webhook/endpoints.ts';

const tables = await startTables();

const failed = {
  at: '2026-11-22T10:00:00.000Z',
  lastStatus: 500,
  lastError: 'the receiver answered 500',
  retryAt: '2026-11-22T10:00:05.000Z',
};

test('an endpoint is read as it was put, by its own account alone', async () => {
  const plain = webhookEndpoint({ accountId: 'acc_put' });
  const full = webhookEndpoint({
    ...{ accountId: 'acc_put', endpointId: 'wh_2', types: ['message.bounced'], test: true },
    ...{ state: 'PAUSED', pausedBecause: 'failing', failures: 21, lastStatus: 401 },
    ...{ failingSince: failed.at, retryAt: failed.retryAt, lastError: 'the receiver said no' },
    secrets: [
      { secret: 'whsec_new', until: null },
      { secret: 'whsec_old', until: '2026-11-23T10:00:00.000Z' },
    ],
  });
  await putEndpoint(tables.messages, plain, alone);
  await putEndpoint(tables.messages, full, alone);

  expect(await readEndpoint(tables.messages, 'acc_put', 'wh_2')).toEqual(full);
  expect(await listEndpoints(tables.messages, 'acc_put')).toEqual([plain, full]);
  expect(await listEndpoints(tables.messages, 'acc_other')).toEqual([]);
  const receivers = await listReceivers(tables.messages, 'acc_put');
  expect(receivers).toEqual(
    [plain, full].map(({ endpointId, state, test: isTest, types }) => {
      return { endpointId, state, test: isTest, types };
    }),
  );
});

test('a change sets the given fields, removes those that are null, and keeps the others', async () => {
  const { retryAt } = failed;
  const there = webhookEndpoint({ accountId: 'acc_change', retryAt, types: ['message.sent'] });
  await putEndpoint(tables.messages, there, alone);
  const change = { state: 'PAUSED', pausedBecause: 'asked', retryAt: null, types: null } as const;

  const changed = { ...there, ...change };
  expect(await updateEndpoint(tables.messages, there, change)).toEqual(changed);
  expect(await readEndpoint(tables.messages, 'acc_change', 'wh_1')).toEqual(changed);
});

test('a change on condition changes nothing where a field is another one', async () => {
  const endpoint = webhookEndpoint({ accountId: 'acc_only' });
  await putEndpoint(tables.messages, endpoint, alone);
  const { retryAt } = failed;

  const change = (only: Parameters<typeof updateEndpoint>[3]) =>
    updateEndpoint(tables.messages, endpoint, { retryAt }, only);
  expect(await change({ retryAt: '2026-11-22T09:00:00.000Z' })).toBeNull();
  expect(await change({ retryAt: null })).toEqual({ ...endpoint, retryAt });
  expect(await change({ retryAt: null })).toBeNull();
});

test('failed tries are counted from the first one, and the last one says why', async () => {
  const endpoint = webhookEndpoint({ accountId: 'acc_failed' });
  await putEndpoint(tables.messages, endpoint, alone);
  const later = {
    ...{ at: '2026-11-22T10:00:05.000Z', retryAt: '2026-11-22T10:01:05.000Z' },
    ...{ lastStatus: null, lastError: 'no answer within 15 s' },
  };

  expect(await countFailedTry(tables.messages, endpoint, failed)).toEqual({
    ...endpoint,
    ...{ failingSince: failed.at, failures: 1, retryAt: failed.retryAt },
    ...{ lastStatus: 500, lastError: 'the receiver answered 500' },
  });
  expect(await countFailedTry(tables.messages, endpoint, later)).toEqual({
    ...endpoint,
    ...{ failingSince: failed.at, failures: 2, retryAt: later.retryAt },
    ...{ lastStatus: null, lastError: 'no answer within 15 s' },
  });
});
