import * as z from 'zod/mini';
import { readLaterSettings, wakeUps } from '../../shared/adapters/later.ts';
import { ownTables } from '../../shared/adapters/tables/dynamodb.ts';
import { postWebhook } from '../../shared/adapters/webhook-http.ts';
import * as env from '../../shared/env.ts';
import { lambdaHandler } from '../../shared/http/chain.ts';
import { startLogLine } from '../../shared/http/log-line.ts';
import { isTestMessage } from '../../shared/message/message-id.ts';
import { type Delivery, delivery, wakeUp } from './delivery.ts';
import { slotsOf, webhookPorts } from './ports.ts';
import { type Delivered, deliver } from './run.ts';
import { type WakePorts, wake } from './wake.ts';

const table = ownTables();
const laterSettings = readLaterSettings();
if (laterSettings === null)
  throw new Error(`The environment variable ${env.webhooksQueue} is not set`);
const rules = { loopback: process.env[env.webhooksTo] === 'loopback' };
const container = webhookPorts({
  messages: table(env.messagesTable),
  wakeUps: wakeUps(laterSettings),
  post: (posting, timeoutMs, signal) => postWebhook(posting, { ...rules, timeoutMs, signal }),
  slots: slotsOf(Number(env.required(env.webhookConcurrency))),
  epochMs: Date.now,
  random: Math.random,
});

const queueEvent = z.object({ Records: z.tuple([z.object({ body: z.string() })]) });

const message = z.union([wakeUp, delivery]);

/** Handles one event of the queue `Webhooks`. If it throws, the queue gives the event again, five times in all. */
export const handler = lambdaHandler<unknown, Delivered | null>({
  name: 'webhooks',
  run: async ({ event, notes }) => {
    const [record] = queueEvent.parse(event).Records;
    const asked = message.parse(JSON.parse(record.body));
    if ('wakeAt' in asked) {
      const { accountId, endpointId } = asked;
      Object.assign(notes, { accountId, endpointId });
      await wake(asked, { ...container, told });
      return null;
    }
    Object.assign(notes, namesOf(asked));
    return deliver(asked, container);
  },
  lineOf: (delivered) => delivered,
});

const told: WakePorts['told'] = async (parked, work) => {
  const line = startLogLine('webhooks');
  const delivered = await work();
  line.write({ ...namesOf(parked), ...delivered });
  return delivered;
};

function namesOf({ accountId, endpointId, eventId, attempt, event }: Delivery) {
  const messageId = event.data.id;
  const test = (messageId !== undefined && isTestMessage(messageId)) || undefined;
  return { requestId: eventId, accountId, test, messageId, endpointId, attempt };
}
