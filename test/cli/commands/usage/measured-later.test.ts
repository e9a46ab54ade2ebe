import { eventPorts } from '../../../../functions/events/ports.ts';
import { applySesEvent } from '../../../../functions/events/run.ts';
import { beginMessage } from '../../../../shared/adapters/tables/messages-table-writes.ts';
import { updateEndpoint } from '../../../../shared/adapters/tables/webhook-endpoints-table.ts';
import { functionCalls, measured } from '../../../../shared/manage/cost/usage.ts';
import { startTables, tablesOf, testClient } from '../../../dynalite.ts';
import { atEndOfFile } from '../../../end-of-file.ts';
import { announcing } from '../../../functions/announced.ts';
import { messageTo, startBatching } from '../../../functions/batch/batching.ts';
import { delivery } from '../../../functions/events/payloads.ts';
import { startDelivering } from '../../../functions/webhooks/delivering.ts';
import { expect, test } from '../../../jest.ts';
import { patienceMs } from '../../../patience.ts';
import { aMessage } from '../../../shared/adapters/messages.ts';
import { countCapacity } from './capacity.ts';

const started = await startTables();
// On a slow machine a hundred messages at once take longer than the product's time limits.
const times = { attempts: 1, connectMs: patienceMs, answerMs: patienceMs };
const client = testClient(started.endpoint, times);
atEndOfFile(() => client.destroy());
const tables = { ...started, ...tablesOf(client) };
const capacity = countCapacity(tables.messages.client);

const line = (endpoint: string, said: object) =>
  JSON.stringify({ level: 'info', requestId: 'VFygWsUWsYm5_HWI', endpoint, ...said, ms: 10_000 });

test('the bill counts the write units that a batch of 100 takes, and the length of its answer and of its log line', async () => {
  const batching = startBatching(tables.messages);
  const messages = Array.from({ length: 100 }, (_, n) =>
    messageTo(`firstname.lastname${n}@customer.example`),
  );
  capacity();

  const entries = await batching.batch({ messages });

  const { reads, writes } = capacity();
  // The template's head is read only once; for this account it is cached.
  expect({ reads: reads + 1, writes }).toEqual({
    reads: functionCalls.batch.reads,
    writes: functionCalls.batch.writes,
  });
  const answer = JSON.stringify({ messages: entries });
  expect(answer.length + 300).toBeLessThanOrEqual(measured.answerBytes.batch);
  const { accountId } = batching;
  const caller = { accountId, keyId: 'key_0a1B2c3D4e5F6g7H', status: 200 };
  const said = line('batch', { ...caller, ...batching.notes() });
  expect(said.length).toBeLessThanOrEqual(functionCalls.batch.logBytes);
});

test('an event that is parked and goes out later takes the units that the cost page says', async () => {
  const { deliver, event, wakeUp, endpoint } = await startDelivering(tables, {
    ...{ failingSince: '2026-11-22T09:00:00.000Z', failures: 9 },
    ...{ retryAt: '2026-11-22T11:00:00.000Z', wakeAt: '2026-11-22T11:00:00.000Z' },
  });
  capacity();

  await deliver(event());
  expect(capacity()).toEqual({ reads: 2, writes: 1 });

  const { accountId, endpointId } = endpoint;
  for (const at of [1, 2, 3]) await deliver(event(`evt_${at}`));
  const healthy = { failingSince: null, failures: 0, retryAt: null };
  await updateEndpoint(tables.messages, endpoint, healthy);
  capacity();
  await wakeUp({ accountId, endpointId, wakeAt: '2026-11-22T11:00:00.000Z' });
  // A page takes three reads of the webhook and one of its events, and writes the slot twice and the webhook once. Each
  // event is removed, and kept as accepted.
  expect(capacity()).toEqual({ reads: 4, writes: 4 + 4 + 3 });
});

test('the bill counts the read units of an event that a webhook accepts at the first try, its bytes, and the length of its log line', async () => {
  const receiver = await startDelivering(tables);
  const { accountId, endpointId } = receiver.endpoint;
  const messageId = '01M7YXY4W084J4C0M0BZGJ8VKT';
  const to = 'firstname.lastname@customer.example';
  const sesMessageId = '0100019a1b2c3d4e-12345678-90ab-cdef-1234-567890abcdef-000000';
  const recipients = [{ address: to, field: '_to' as const }];
  const mail = { accountId, messageId, recipients, sesMessageId, state: 'SENT' as const };
  await beginMessage(tables.messages, aMessage({ ...mail, reference: 'order-1001' }));
  const { announcer, queued } = announcing(tables.messages);
  const tags = { 'postrider-account': [accountId], 'postrider-message': [messageId] };
  const ports = eventPorts({ messages: tables.messages, suppression: true, announcer });
  capacity();

  await applySesEvent(delivery([to], { tags, sesMessageId, destination: [to] }), ports);
  const [event] = queued;
  if (!event) throw new Error('There is no event');
  const delivered = await receiver.deliver(event);

  const { reads, writes } = capacity();
  expect({
    reads: reads - functionCalls.events.reads,
    writes: writes - functionCalls.events.writes,
  }).toEqual({ reads: functionCalls.webhooks.reads, writes: functionCalls.webhooks.writes });
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.posted;
  const bytes = body.length + JSON.stringify(headers).length;
  expect(bytes).toBeLessThanOrEqual(measured.eventBytes);
  const known = { requestId: event.eventId, accountId, messageId, endpointId, attempt: 0 };
  const said = line('webhooks', { ...known, ...delivered });
  expect(said.length).toBeLessThanOrEqual(functionCalls.webhooks.logBytes);
});
