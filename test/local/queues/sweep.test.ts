import { sweep } from '../../../local/queues/sweep.ts';
import { putAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { putEndpoint } from '../../../shared/adapters/tables/webhook-endpoints-table.ts';
import { startTables, tableOutputs } from '../../dynalite.ts';
import { expect, test } from '../../jest.ts';
import { webhookEndpoint } from '../../shared/webhook/endpoints.ts';
import { dead, due, startQueues } from './queues.ts';

test('the start of a local run wakes up the parked events of every webhook, whose wake-ups ended with the run before', async () => {
  const tables = await startTables();
  const queues = await startQueues();
  const plans = { UsagePlanFree: 'free', UsagePlanPro: 'pro', UsagePlanTeam: 'team' };
  const urls = { DueQueue: queues.url(due), WebhooksQueue: queues.url(dead) };
  const wakeAt = '2026-11-22T10:00:00.000Z';
  const accountId = 'acc_0a1B2c3D4e5F6g7H';
  await putAccount(
    tables.accounts,
    {
      ...{ accountId, name: 'Acme', plan: 'free', createdAt: wakeAt },
      ...{ gatewayKeyId: 'key', usageIdentifierKey: 'value' },
    },
    alone,
  );
  for (const change of [{ endpointId: 'wh_parked', wakeAt }, { endpointId: 'wh_healthy' }]) {
    await putEndpoint(tables.messages, webhookEndpoint({ accountId, ...change }), alone);
  }

  const outputs = { ...tableOutputs, ...plans, ...urls };
  await sweep(
    { dynamodbEndpoint: tables.endpoint, apiGatewayEndpoint: queues.endpoint, outputs },
    0,
  );

  const asked = { accountId, endpointId: 'wh_parked', wakeAt };
  expect(await queues.receive(dead)).toEqual([JSON.stringify(asked)]);
});
