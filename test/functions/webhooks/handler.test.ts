import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { parkEvent } from '../../../shared/adapters/tables/parked-events-table.ts';
import { putEndpoint } from '../../../shared/adapters/tables/webhook-endpoints-table.ts';
import { startTables, tableNames } from '../../dynalite.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { beforeEach, describe, expect, test } from '../../jest.ts';
import { catchPrinted } from '../../printed-lines.ts';
import { serve } from '../../serve.ts';
import { webhookEndpoint } from '../../shared/webhook/endpoints.ts';

/** The bodies of the calls of SQS. */
const queued: { MessageBody: string; DelaySeconds: number }[] = [];

const tables = await startTables();
const sqs = await serve(async (request, answer) => {
  queued.push(JSON.parse(await text(request)));
  answer.end('{}');
});
Object.assign(process.env, {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_ENDPOINT_URL_DYNAMODB: tables.endpoint,
  AWS_ENDPOINT_URL_SQS: sqs.url,
  MESSAGES_TABLE: tableNames.messages,
  WEBHOOKS_QUEUE: 'arn:aws:sqs:us-east-1:000000000000:Webhooks',
  WEBHOOKS_TO: 'loopback',
  WEBHOOK_CONCURRENCY: '5',
});
const printed = catchPrinted();
const { handler } = await import('../../../functions/webhooks/handler.ts');

atEndOfFile(printed.restore);

beforeEach(() => {
  printed.lines.length = 0;
  queued.length = 0;
});

const event = {
  type: 'message.bounced',
  timestamp: '2026-11-22T10:00:00.000Z',
  data: {
    id: '01KQHFP6800000000000000001',
    reference: 'Bestellung 7 für Zoë',
    to: 'zoe@example.com',
  },
};

const byRequest = (one: { requestId: string }, other: { requestId: string }) =>
  one.requestId < other.requestId ? -1 : 1;

const time = { getRemainingTimeInMillis: () => 20_000 };

/** The event for an endpoint, as Lambda gives it. */
const given = (endpointId: string) => ({
  Records: [
    {
      body: JSON.stringify({
        ...{ accountId: 'acc_1', endpointId, eventId: 'evt_0000000000000000000001' },
        ...{ event, attempt: 0 },
      }),
    },
  ],
});

describe('the function of the webhooks', () => {
  test('the receiver gets the event as it was announced, and the reference library verifies it', async () => {
    const received: { body: string; headers: Record<string, string> }[] = [];
    const { url } = await serve(async (request, answer) => {
      const headers = request.headers as Record<string, string>;
      received.push({ body: await text(request), headers });
      answer.end();
    });
    const endpoint = webhookEndpoint({ endpointId: 'wh_accepts', url });
    await putEndpoint(tables.messages, endpoint, alone);

    await handler(given('wh_accepts'), time);

    const [{ body, headers } = { body: '', headers: {} }] = received;
    expect(received).toHaveLength(1);
    expect(body).toBe(JSON.stringify(event));
    expect(headers).toMatchObject({
      ...{ 'content-type': 'application/json', 'webhook-id': 'evt_0000000000000000000001' },
    });
    expect(new Webhook(endpoint.secrets[0]?.secret ?? '').verify(body, headers)).toEqual(event);
    expect(queued).toEqual([]);
    expect(printed.lines.map((line) => JSON.parse(line))).toMatchObject([
      { endpoint: 'webhooks', requestId: 'evt_0000000000000000000001', outcome: 'delivered' },
    ]);
  });

  test('what a receiver refuses goes back into the queue, and the log has nothing of the event, the secret or the answer', async () => {
    const { url } = await serve((_, answer) => answer.writeHead(401).end('who are you?'));
    const endpoint = webhookEndpoint({ endpointId: 'wh_0000000000000401', url });
    await putEndpoint(tables.messages, endpoint, alone);

    await handler(given('wh_0000000000000401'), time);

    expect(queued).toMatchObject([{ DelaySeconds: expect.closeTo(5, -1) }]);
    expect(JSON.parse(queued[0]?.MessageBody ?? '')).toEqual({
      ...{ accountId: 'acc_1', endpointId: endpoint.endpointId },
      ...{ eventId: 'evt_0000000000000000000001', event, attempt: 1 },
    });
    expect(printed.lines.map((line) => JSON.parse(line))).toEqual([
      {
        ...{ level: 'info', endpoint: 'webhooks', requestId: 'evt_0000000000000000000001' },
        ...{ accountId: 'acc_1', messageId: event.data.id, endpointId: endpoint.endpointId },
        ...{ attempt: 0, outcome: 'retry', status: 401, problem: 'the receiver answered 401' },
        ...{ ms: expect.any(Number), cold: expect.any(Boolean) },
      },
    ]);
  });

  test('a wake-up sends the parked events of its endpoint, and writes a line for each', async () => {
    const received: string[] = [];
    const { url } = await serve(async (request, answer) => {
      received.push(await text(request));
      answer.end();
    });
    const wakeAt = '2026-11-22T10:00:00.000Z';
    const place = { accountId: 'acc_1', endpointId: 'wh_parked' };
    await putEndpoint(tables.messages, webhookEndpoint({ ...place, url, wakeAt }), alone);
    for (const eventId of ['evt_1', 'evt_2']) {
      const parked = {
        ...place,
        eventId,
        event,
        attempt: 0,
        waitingSince: new Date().toISOString(),
      };
      await parkEvent(tables.messages, parked, Date.now());
    }

    await handler({ Records: [{ body: JSON.stringify({ ...place, wakeAt }) }] }, time);

    expect(received).toEqual([JSON.stringify(event), JSON.stringify(event)]);
    expect(printed.lines.map((line) => JSON.parse(line)).sort(byRequest)).toMatchObject([
      { requestId: 'evt_1', endpointId: 'wh_parked', attempt: 0, outcome: 'delivered' },
      { requestId: 'evt_2', endpointId: 'wh_parked', attempt: 0, outcome: 'delivered' },
    ]);
    expect(queued).toMatchObject([{ MessageBody: expect.stringContaining('wakeAt') }]);
  });

  test('what is no event of the queue is a fault', async () => {
    await expect(handler({ Records: [{ body: '{}' }] }, time)).rejects.toThrow();
    expect(printed.lines.map((line) => JSON.parse(line))).toMatchObject([{ outcome: 'fault' }]);
  });
});
