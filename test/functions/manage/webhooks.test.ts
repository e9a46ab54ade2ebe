import { Webhook } from 'standardwebhooks';
import * as contracts from '../../../functions/manage/contracts/webhooks.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { PutItemCommand } from '../../../shared/adapters/tables/dynamodb-client.ts';
import { toMessageItem } from '../../../shared/adapters/tables/message-item.ts';
import {
  putEndpoint,
  readEndpoint,
} from '../../../shared/adapters/tables/webhook-endpoints-table.ts';
import {
  listFailures,
  recordFailure,
} from '../../../shared/adapters/tables/webhook-failures-table.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { describe, expect, test } from '../../jest.ts';
import { messageRecord, recipient, report } from '../../shared/manage/message-records.ts';
import { webhookEndpoint, webhookFailure } from '../../shared/webhook/endpoints.ts';
import { startReceiver } from '../../webhook-receiver.ts';
import {
  accountId,
  anyTime,
  ask,
  dashboard,
  invalid,
  notFound,
  ok,
  startDashboardForFile,
} from './dashboard.ts';

await startDashboardForFile({ WEBHOOKS_TO: 'loopback' });

const url = 'https://hooks.example.com/postrider';
const anyTimeBefore = '2026-05-01T10:00:00.000Z';

/** Stores a webhook that was added earlier. */
async function keep(change: Parameters<typeof webhookEndpoint>[0] = {}) {
  const endpoint = webhookEndpoint({ accountId, ...change });
  await putEndpoint(dashboard.tables.messages, endpoint, alone);
  return endpoint;
}

/** Stores a message to two recipients, one of which bounced. Returns its id. */
async function bounced(): Promise<string> {
  const messageId = newMessageId(Date.now());
  const record = messageRecord({
    ...{ accountId, messageId },
    recipients: [recipient('ada@example.com'), recipient('bob@example.com', '_cc')],
    events: [
      report({ eventId: 'r1', state: 'BOUNCED', addresses: ['ada@example.com'] }),
      report({ eventId: 'r2', state: 'DELIVERED', addresses: ['bob@example.com'] }),
    ],
    expiresAt: Date.parse('2999-01-01T00:00:00Z') / 1000,
  });
  const { client, name: TableName } = dashboard.tables.messages;
  await client.send(new PutItemCommand({ TableName, Item: toMessageItem(record) }));
  return messageId;
}

describe('a webhook', () => {
  test('a webhook is added, gets a signed webhook.test, and only that answer has its secret', async () => {
    const receiver = await startReceiver(204);

    const added = await ask('POST', '/webhooks', { body: { url: receiver.url } });
    const listed = await ask('GET', '/webhooks');

    const { secret, delivery, ...webhook } = contracts.createdWebhook.parse(added.body);
    expect(added.status).toBe(201);
    expect(delivery).toEqual({ status: 204, error: null });
    expect(webhook).toEqual({
      id: expect.stringMatching(/^wh_[0-9A-Za-z]{16}$/),
      ...{ url: receiver.url, types: null, test: false, state: 'active', pausedBecause: null },
      ...{ createdAt: anyTime, failingSince: null, failures: 0, retryAt: null },
      ...{ lastStatus: null, lastError: null },
    });
    expect(listed).toEqual(ok({ items: [webhook], nextCursor: null }));
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({
      ...{ type: 'webhook.test', timestamp: anyTime, data: { webhookId: webhook.id } },
    });
  });

  test('a webhook is edited: its id and its secret stay, and at another address it begins without failures', async () => {
    const failing = { failingSince: anyTimeBefore, failures: 3, retryAt: anyTimeBefore };
    const { endpointId, secrets } = await keep({ ...failing, lastStatus: 500, lastError: 'no' });
    const path = `/webhooks/${endpointId}`;

    const types = ['message.bounced'];
    const narrowed = await ask('PATCH', path, { body: { types, test: true } });
    const moved = await ask('PATCH', path, { body: { url: `${url}/new` } });
    const wrong = await ask('PATCH', path, {
      body: { url: 'https://169.254.169.254/latest', types: ['no'] },
    });
    const paused = await ask('PATCH', path, { body: { types: null, state: 'paused' } });

    expect(narrowed.body).toMatchObject({ url, types, test: true, ...failing });
    const unfailed = { failingSince: null, failures: 0, retryAt: null, lastError: null };
    expect(moved.body).toMatchObject({ url: `${url}/new`, types, test: true, ...unfailed });
    expect(wrong).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/url' }, { pointer: '/types' }] },
    });
    expect(paused.body).toMatchObject({ types: null, state: 'paused', pausedBecause: 'asked' });
    const stored = await readEndpoint(dashboard.tables.messages, accountId, endpointId);
    expect(stored?.secrets).toEqual(secrets);
  });

  test('the deliveries of a webhook are the accepted events and the failed ones, the last try first, each with its body', async () => {
    const receiver = await startReceiver(200);
    const { endpointId } = await keep({ url: receiver.url });
    const messageId = await bounced();
    const { messages } = dashboard.tables;
    const failure = webhookFailure({ endpointId, lastAt: '2020-01-01T00:00:00.000Z' });
    await recordFailure(messages, accountId, failure);

    await ask('POST', `/webhooks/${endpointId}/resend`, { body: { messageId } });
    const listed = await ask('GET', `/webhooks/${endpointId}/deliveries`);
    const { items } = listed.body as { items: { eventId: string; type: string }[] };
    const body = (eventId: string) =>
      ask('GET', `/webhooks/${endpointId}/events/${messageId}/${eventId}`);

    const accepted = { messageId, attempts: 1, lastAt: anyTime, lastStatus: 200, lastError: null };
    const all = { ...accepted, answer: '', nextAt: null, eventId: expect.any(String) };
    const { endpointId: _, ...failed } = failure;
    expect(items).toHaveLength(3);
    expect(items).toEqual(
      expect.arrayContaining([
        { ...all, type: 'message.bounced' },
        { ...all, type: 'message.delivered' },
      ]),
    );
    expect(items[2]).toEqual({ ...failed, answer: '' });
    const sent = receiver.received.map((each) => JSON.parse(each.body));
    const bodies = await Promise.all(items.slice(0, 2).map(({ eventId }) => body(eventId)));
    expect(bodies.map((each) => each.body)).toEqual(
      expect.arrayContaining(sent.map((event) => ({ body: event }))),
    );
    expect(await body('evt_none')).toEqual(notFound);
  });

  test('a webhook with a bad address is refused', async () => {
    const bad = 'https://169.254.169.254/latest';

    const answer = await ask('POST', '/webhooks', { body: { url: bad } });

    const detail = 'The address must be on the internet, and 169.254.169.254 is not';
    expect(answer).toEqual(invalid({ code: 'bad-address', pointer: '/url', detail }));
    expect(await ask('GET', '/webhooks')).toMatchObject({ body: { items: [] } });
  });

  test('a webhook with unknown types or none is refused, and the answer names the type that was meant', async () => {
    const typo = await ask('POST', '/webhooks', { body: { url, types: ['message.bounce'] } });
    const none = await ask('POST', '/webhooks', { body: { url, types: [] } });

    expect(typo.body).toMatchObject({
      errors: [
        {
          ...{ code: 'bad-type', pointer: '/types' },
          detail: expect.stringMatching(
            /^"message.bounce" is not a type of events \(did you mean "message.bounced"\?\)/,
          ),
        },
      ],
    });
    expect(none).toEqual(
      invalid({ code: 'bad-type', pointer: '/types', detail: 'types must have at least one type' }),
    );
  });

  test('an account has at most 10 webhooks', async () => {
    for (let number = 0; number < 10; number++) await keep({ endpointId: `wh_${number}` });

    const answer = await ask('POST', '/webhooks', { body: { url } });

    expect(answer).toEqual(invalid({ pointer: '', detail: 'An account has at most 10 webhooks' }));
  });

  test('the old secret of a rotated webhook signs for a day more', async () => {
    const receiver = await startReceiver(200);
    const { endpointId, secrets } = await keep({ url: receiver.url });

    const rotated = await ask('POST', `/webhooks/${endpointId}/rotate`);
    await ask('POST', `/webhooks/${endpointId}/test`);

    const { secret, oldUntil } = contracts.rotatedWebhook.parse(rotated.body);
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
    for (const each of [secret, secrets[0]?.secret ?? '']) {
      expect(new Webhook(each).verify(body, headers as Record<string, string>)).toBeTruthy();
    }
    expect(Date.parse(oldUntil) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    expect(Date.parse(oldUntil) - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
  });

  test('a webhook that was paused because it failed is resumed as if it had not failed', async () => {
    const failing = {
      ...{ failingSince: '2026-11-20T10:00:00.000Z', failures: 20, lastStatus: 500 },
      ...{ retryAt: '2026-11-23T10:00:00.000Z', lastError: 'the receiver answered 500' },
    };
    const { endpointId } = await keep({ state: 'PAUSED', pausedBecause: 'failing', ...failing });
    const path = `/webhooks/${endpointId}`;

    const pausedAgain = await ask('PATCH', path, { body: { state: 'paused' } });
    const resumed = await ask('PATCH', path, { body: { state: 'active' } });
    const paused = await ask('PATCH', path, { body: { state: 'paused' } });

    expect(pausedAgain.body).toMatchObject({
      state: 'paused',
      pausedBecause: 'failing',
      ...failing,
    });
    expect(resumed.body).toMatchObject({
      ...{ state: 'active', pausedBecause: null, failingSince: null, failures: 0 },
      ...{ retryAt: null, lastStatus: null, lastError: null },
    });
    expect(paused.body).toMatchObject({ state: 'paused', pausedBecause: 'asked' });
  });
});

describe('an event that a webhook did not accept', () => {
  test('the failures of a webhook are listed, those of the newest messages first', async () => {
    const { endpointId } = await keep();
    const failures = ['01KQHFP6800000000000000001', '01KQHFP6800000000000000002'].map((messageId) =>
      webhookFailure({ endpointId, messageId }),
    );
    for (const failure of [...failures, webhookFailure({ endpointId: 'wh_2' })]) {
      await recordFailure(dashboard.tables.messages, accountId, failure);
    }

    const listed = await ask('GET', `/webhooks/${endpointId}/failures`);

    const items = failures.toReversed().map(({ endpointId: _, ...failure }) => failure);
    expect(listed).toEqual(ok({ items, nextCursor: null }));
  });

  test('an event is sent again from the record of its message, with the same id, and is no failure any more', async () => {
    const receiver = await startReceiver(200);
    const messageId = await bounced();
    const { endpointId } = await keep({ url: receiver.url });
    const path = `/webhooks/${endpointId}/resend`;

    const whole = await ask('POST', path, { body: { messageId } });
    const { events } = contracts.resentEvents.parse(whole.body);
    const eventId = events.find(({ type }) => type === 'message.bounced')?.eventId ?? '';
    const failure = webhookFailure({ messageId, eventId, endpointId });
    await recordFailure(dashboard.tables.messages, accountId, failure);
    const one = await ask('POST', path, { body: { messageId, eventId } });

    const accepted = { status: 200, error: null };
    expect(whole).toEqual(
      ok({
        events: [
          { eventId, type: 'message.bounced', ...accepted },
          { eventId: expect.stringMatching(/^evt_/), type: 'message.delivered', ...accepted },
        ],
      }),
    );
    expect(one).toEqual(ok({ events: [{ eventId, type: 'message.bounced', ...accepted }] }));
    const sent = receiver.received.filter(({ headers }) => headers['webhook-id'] === eventId);
    expect(sent.map(({ body }) => JSON.parse(body).data.to)).toEqual([
      'ada@example.com',
      'ada@example.com',
    ]);
    expect(await listFailures(dashboard.tables.messages, accountId, {}, 10)).toEqual([]);
  });

  test('an event is not sent again to a webhook that is paused or gets other events', async () => {
    const messageId = await bounced();
    await keep({ endpointId: 'wh_paused', state: 'PAUSED', pausedBecause: 'asked' });
    await keep({ endpointId: 'wh_other', types: ['message.complained'] });

    const paused = await ask('POST', '/webhooks/wh_paused/resend', { body: { messageId } });
    const other = await ask('POST', '/webhooks/wh_other/resend', { body: { messageId } });
    const unknown = await ask('POST', '/webhooks/wh_other/resend', {
      body: { messageId, eventId: 'evt_none' },
    });

    expect(paused).toEqual(invalid({ pointer: '', detail: 'The webhook wh_paused is paused' }));
    expect(other).toEqual(
      invalid({ pointer: '', detail: 'The webhook wh_other gets none of these events' }),
    );
    expect(unknown).toEqual(notFound);
  });
});
