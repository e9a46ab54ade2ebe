import * as z from 'zod/mini';
import { withinRequest } from '../../shared/adapters/call-times.ts';
import { wakeUps } from '../../shared/adapters/later.ts';
import { readLaterSettings } from '../../shared/adapters/later-settings.ts';
import { dynamodbClient } from '../../shared/adapters/tables/dynamodb-client.ts';
import { postWebhook } from '../../shared/adapters/webhook-http.ts';
import { type FunctionTime, requestDeadline } from '../../shared/deadline.ts';
import { env } from '../../shared/env.ts';
import { causesOf, startLogLine } from '../../shared/http/log-line.ts';
import { isTestMessage } from '../../shared/message/message-id.ts';
import { required } from '../../shared/required.ts';
import { type Delivery, delivery, wakeUp } from './delivery.ts';
import { containerPorts, slotsOf } from './ports.ts';
import { deliver } from './run.ts';
import { type WakePorts, wake } from './wake.ts';

const laterSettings = readLaterSettings();
if (laterSettings === null)
  throw new Error(`The environment variable ${env.webhooksQueue} is not set`);
const rules = { loopback: process.env[env.webhooksTo] === 'loopback' };
const portsWithin = containerPorts({
  messages: { client: dynamodbClient(withinRequest), name: required(env.messagesTable) },
  wakeUps: wakeUps(laterSettings),
  post: (posting, timeoutMs, signal) => postWebhook(posting, { ...rules, timeoutMs, signal }),
  slots: slotsOf(Number(required(env.webhookConcurrency))),
  epochMs: Date.now,
  random: Math.random,
});

const queueEvent = z.object({ Records: z.tuple([z.object({ body: z.string() })]) });

const message = z.union([wakeUp, delivery]);

/**
 * Handles one event of the queue `Webhooks`, or a wake-up of an endpoint's parked events, which writes a line for each of
 * them. If it throws, the queue gives the event again 120 s later, and after the fifth time to the dead-letter queue
 * (docs/operations/messages.md).
 */
export const handler = async (payload: unknown, time: FunctionTime): Promise<void> => {
  const ports = { ...portsWithin(requestDeadline(time)), told };
  const line = startLogLine('webhooks');
  let known: object = {};
  try {
    const [record] = queueEvent.parse(payload).Records;
    const asked = message.parse(JSON.parse(record.body));
    const { accountId, endpointId } = asked;
    known = 'wakeAt' in asked ? { accountId, endpointId } : namesOf(asked);
    if ('wakeAt' in asked) await wake(asked, ports);
    else line.write({ ...known, ...(await deliver(asked, ports)) });
  } catch (error) {
    line.write({ ...known, outcome: 'fault', causes: causesOf(error) });
    throw error;
  }
};

const told: WakePorts['told'] = async (parked, work) => {
  const line = startLogLine('webhooks');
  const delivered = await work();
  line.write({ ...namesOf(parked), ...delivered });
  return delivered;
};

function namesOf({ accountId, endpointId, eventId, attempt, event }: Delivery) {
  const messageId = event.data.id;
  const test = isTestMessage(messageId) || undefined;
  return { requestId: eventId, accountId, test, messageId, endpointId, attempt };
}
