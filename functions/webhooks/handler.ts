import * as z from 'zod/mini';
import { withinRequest } from '../../shared/adapters/call-times.ts';
import { wakeUps } from '../../shared/adapters/later.ts';
import { readLaterSettings } from '../../shared/adapters/later-settings.ts';
import { dynamodbClient } from '../../shared/adapters/tables/dynamodb.ts';
import { postWebhook } from '../../shared/adapters/webhook-http.ts';
import { type FunctionTime, requestDeadline } from '../../shared/deadline.ts';
import { env } from '../../shared/env.ts';
import { causesOf, startLogLine } from '../../shared/http/log-line.ts';
import { isTestMessage } from '../../shared/message/message-id.ts';
import { required } from '../../shared/required.ts';
import { containerPorts } from './ports.ts';
import { deliver } from './run.ts';

const laterSettings = readLaterSettings();
if (laterSettings === null)
  throw new Error(`The environment variable ${env.webhooksQueue} is not set`);
const rules = { loopback: process.env[env.webhooksTo] === 'loopback' };
const portsWithin = containerPorts({
  messages: { client: dynamodbClient(withinRequest), name: required(env.messagesTable) },
  wakeUps: wakeUps(laterSettings),
  post: (posting, timeoutMs) => postWebhook(posting, { ...rules, timeoutMs }),
  epochMs: Date.now,
  random: Math.random,
});

const queueEvent = z.object({ Records: z.tuple([z.object({ body: z.string() })]) });

const delivery = z.object({
  accountId: z.string(),
  endpointId: z.string(),
  eventId: z.string(),
  event: z.looseObject({
    type: z.string(),
    timestamp: z.string(),
    data: z.looseObject({ id: z.string() }),
  }),
  attempt: z.int(),
  waitingSince: z.optional(z.string()),
});

/**
 * Handles one event of the queue `Webhooks`. If it throws, the queue gives the event again 120 s later, and after the
 * fifth time to the dead-letter queue (docs/operations.md).
 */
export const handler = async (payload: unknown, time: FunctionTime): Promise<void> => {
  const ports = portsWithin(requestDeadline(time));
  const line = startLogLine('webhooks');
  let known: object = {};
  try {
    const [record] = queueEvent.parse(payload).Records;
    const asked = delivery.parse(JSON.parse(record.body));
    const { accountId, endpointId, eventId, attempt, event } = asked;
    const messageId = event.data.id;
    const test = isTestMessage(messageId) || undefined;
    known = { requestId: eventId, accountId, test, messageId, endpointId, attempt };
    line.write({ ...known, ...(await deliver(asked, ports)) });
  } catch (error) {
    line.write({ ...known, outcome: 'fault', causes: causesOf(error) });
    throw error;
  }
};
