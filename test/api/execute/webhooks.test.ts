import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { putEndpoint } from '../../../shared/adapters/tables/webhook-endpoints-table.ts';
import type { WebhookEndpoint } from '../../../shared/webhook/endpoint.ts';
import { mintWebhookSecret } from '../../../shared/webhook/webhook-signature.ts';
import { expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { serve } from '../../serve.ts';
import { webhookEndpoint } from '../../shared/webhook/endpoints.ts';
import { openAccount } from '../harness/account.ts';
import { call } from '../harness/call.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { executeDraft } from '../harness/trial.ts';

interface Event {
  type: string;
  data: Record<string, unknown>;
}

const draft = { html: '<p>Hi</p>', flow: flowOf(template, provider()) };

/** The webhook answers with these statuses, then 204. `received`: the events that the reference library verified. */
async function accountWithWebhook(statuses: number[] = [], change: Partial<WebhookEndpoint> = {}) {
  const account = await openAccount();
  const secret = mintWebhookSecret(randomBytes);
  const received: { id: string; event: Event }[] = [];
  const { port } = await serve(async (request, response) => {
    const headers = request.headers as Record<string, string>;
    const event = new Webhook(secret).verify(await text(request), headers) as Event;
    received.push({ id: String(headers['webhook-id']), event });
    response.writeHead(statuses.shift() ?? 204).end();
  });
  await putEndpoint(
    account.ports.messages,
    webhookEndpoint({
      ...{ accountId: account.accountId, url: `http://localhost:${port}/hooks` },
      secrets: [{ secret, until: null }],
      ...change,
    }),
    alone,
  );
  const arrived = async (events: number) => {
    await until(async () => received.length >= events);
    return received.map(({ event }) => event);
  };
  return { account, received, arrived };
}

test('a webhook on this machine gets the bounce of a mail to bounce@simulator.amazonses.com', async () => {
  const { account, arrived } = await accountWithWebhook();
  const _to = 'bounce@simulator.amazonses.com';

  const { body } = await executeDraft(account, draft, { _to, _reference: 'order-1001' });

  const { messageId } = body as { messageId: string };
  const data = { messageId, reference: 'order-1001', to: _to, state: 'BOUNCED', test: false };
  expect(await arrived(1)).toMatchObject([{ type: 'message.bounced', data }]);
});

test('a webhook gets that a scheduled mail was sent, and that another was cancelled', async () => {
  const { account, arrived } = await accountWithWebhook();
  const schedule = async (inMs: number) => {
    const _sendAt = new Date(Date.now() + inMs).toISOString();
    const { body } = await executeDraft(account, draft, { _to: 'ada@good.example', _sendAt });
    return (body as { id: string }).id;
  };

  const cancelled = await schedule(60 * 60_000);
  await call('/v1/cancel', { key: account.key, body: { id: cancelled } });
  expect(await arrived(1)).toMatchObject([{ type: 'message.cancelled', data: { id: cancelled } }]);
  const sent = await schedule(1000);
  const events = await arrived(3);
  const data = { id: sent, messageId: expect.any(String) };
  expect(events.slice(1)).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ type: 'message.sent', data: expect.objectContaining(data) }),
      expect.objectContaining({ type: 'message.delivered', data: expect.objectContaining(data) }),
    ]),
  );
});
