import { alone } from '../../../../shared/adapters/tables/change.ts';
import { PutItemCommand } from '../../../../shared/adapters/tables/dynamodb-client.ts';
import { toMessageItem } from '../../../../shared/adapters/tables/message-item.ts';
import { putEndpoint } from '../../../../shared/adapters/tables/webhook-endpoints-table.ts';
import { recordFailure } from '../../../../shared/adapters/tables/webhook-failures-table.ts';
import {
  failedDeliveries,
  showWithDeliveries,
} from '../../../../shared/manage/messages/webhook-timeline.ts';
import type { WebhookFailure } from '../../../../shared/webhook/failure.ts';
import { expect, test } from '../../../jest.ts';
import { startDeployment } from '../../../management.ts';
import { messageRecord } from '../message-records.ts';

const deployment = await startDeployment();

const failure: WebhookFailure = {
  ...{ messageId: '01M7YXY4W084J4C0M0BZGJ8VKT', eventId: 'evt_1', endpointId: 'wh_1' },
  ...{ type: 'message.bounced', attempts: 3, lastAt: '2026-05-01T12:00:00.000Z' },
  ...{ lastStatus: 500, lastError: 'the receiver answered 500' },
  nextAt: '2026-05-01T12:05:00.000Z',
};
const url = 'https://acme.example/hooks';
const endpoint = { endpointId: 'wh_1', url, state: 'ACTIVE' } as const;

const textOf = (changes: Partial<WebhookFailure>, endpoints: (typeof endpoint)[] = [endpoint]) =>
  failedDeliveries([{ ...failure, ...changes }], endpoints)[0]?.text;

test('a failed delivery has the webhook, its answer and the next try', () => {
  expect(failedDeliveries([failure], [endpoint])).toEqual([
    {
      at: failure.lastAt,
      text: `Webhook ${url} answered 500 to message.bounced, next try 2026-05-01 12:05 UTC`,
      delivery: { webhookId: 'wh_1', eventId: 'evt_1', webhook: 'active' },
    },
  ]);
});

test('a failed delivery without an answer has the error', () => {
  const none = { lastStatus: null, lastError: 'no answer within 15 s' };
  const text = textOf({ ...none, nextAt: '2026-05-02T08:05:00.000Z' });

  expect(text).toBe(
    `Webhook ${url} did not answer (no answer within 15 s) to message.bounced, next try 2026-05-02 08:05 UTC`,
  );
});

test('a webhook that is paused or deleted, or that has no tries left, is not tried again', () => {
  const [paused] = failedDeliveries([failure], [{ ...endpoint, state: 'PAUSED' }]);
  const [deleted] = failedDeliveries([failure], []);

  expect([paused?.text, textOf({ nextAt: null }), deleted?.text]).toEqual([
    `Webhook ${url} answered 500 to message.bounced, no further try`,
    `Webhook ${url} answered 500 to message.bounced, no further try`,
    'Webhook wh_1, which was deleted, answered 500 to message.bounced, no further try',
  ]);
  expect([paused?.delivery?.webhook, deleted?.delivery?.webhook]).toEqual(['paused', 'deleted']);
});

test('the timeline of a message has the events that its webhooks have not accepted, and no others', async () => {
  const { messages } = deployment.ports;
  const ports = { messages, now: () => new Date('2026-05-01T12:01:00Z') };
  const record = messageRecord({});
  const { accountId, messageId } = record;
  const put = { TableName: messages.name, Item: toMessageItem(record) };
  await messages.client.send(new PutItemCommand(put));
  await putEndpoint(
    messages,
    {
      ...{ ...endpoint, accountId, types: null, test: false, secrets: [], pausedBecause: null },
      ...{ createdAt: record.createdAt, failingSince: null, failures: 1, retryAt: null },
      ...{ wakeAt: null, slow: false },
      ...{ lastStatus: 500, lastError: 'the receiver answered 500' },
    },
    alone,
  );
  const textsOf = async () => {
    const { explanation } = await showWithDeliveries(ports, accountId, messageId);
    return explanation.timeline.map(({ text }) => text);
  };

  const before = await textsOf();
  await recordFailure(messages, accountId, { ...failure, messageId });
  await recordFailure(messages, accountId, { ...failure, messageId: `${messageId}0` });

  expect(await textsOf()).toEqual([
    ...before,
    `Webhook ${url} answered 500 to message.bounced, next try 2026-05-01 12:05 UTC`,
  ]);
});
