import { keepAccepted } from '../../adapters/tables/accepted-events-table.ts';
import { listEndpoints } from '../../adapters/tables/webhook-endpoints-table.ts';
import { removeFailure } from '../../adapters/tables/webhook-failures-table.ts';
import { accountEvent } from '../../webhook/account-event.ts';
import type { WebhookEndpoint } from '../../webhook/endpoint.ts';
import {
  eventOfReply,
  eventsOfMessage,
  type TestEvent,
  type WebhookEvent,
} from '../../webhook/webhook-event.ts';
import { accountRecord } from '../accounts.ts';
import { ManageError } from '../manage-error.ts';
import { type MessagePorts, showMessage } from '../messages/messages.ts';
import { inParallel } from '../parallel.ts';
import type { ManagePorts } from '../ports.ts';
import { note } from '../trail/recorded.ts';
import { type Delivery, sendEvent, type WebhookSendPorts } from './send-event.ts';
import { endpointOf } from './webhooks.ts';

/** An event of a message (a report, its end or a reply), or of the account. */
export interface SentEvent {
  id: string;
  event: Exclude<WebhookEvent, TestEvent>;
}

export interface Resent extends Delivery {
  webhookId: string;
  eventId: string;
  type: string;
  messageId: string;
}

/**
 * The events of a message, or only `eventId`, made from its record with the ids that they had.
 *
 * @throws {ManageError} for an unknown message or event
 */
export async function eventsOf(
  ports: MessagePorts & Pick<ManagePorts, 'accounts'>,
  accountId: string,
  messageId: string,
  eventId?: string,
): Promise<SentEvent[]> {
  if (messageId === accountId) return [await presentEvent(ports, accountId, eventId)];
  const { record, suppressed, replies } = await showMessage(ports, accountId, messageId);
  const events: SentEvent[] = [
    ...eventsOfMessage(record, suppressed, ports.region),
    ...replies
      .filter(({ auto }) => !auto)
      .map((reply) => eventOfReply(record, reply, ports.region)),
  ];
  if (eventId === undefined) return events;
  const found = events.filter(({ id }) => id === eventId);
  if (found.length > 0) return found;
  const message = `The message ${record.messageId} has no event ${eventId}`;
  throw new ManageError(message, [], { code: 'unknown' });
}

/** The event of an account's state, if it is still that of `eventId`. */
async function presentEvent(
  ports: Pick<ManagePorts, 'accounts'>,
  accountId: string,
  eventId: string | undefined,
): Promise<SentEvent> {
  const { sending } = await accountRecord(ports, accountId);
  const present = sending && accountEvent(accountId, sending);
  if (present && (eventId === undefined || present.id === eventId)) return present;
  const message = `The event ${eventId ?? ''} is of an earlier state of the account ${accountId}`;
  throw new ManageError(message, [], { code: 'unknown' });
}

/**
 * Sends events again to one webhook, by default to all active ones, each those that it would get; returns the
 * receivers' answers.
 *
 * @throws {ManageError} for a webhook that is unknown or paused, and if none gets any of the events
 */
export async function resend(
  ports: WebhookSendPorts,
  accountId: string,
  { events, webhookId }: { events: readonly SentEvent[]; webhookId?: string | undefined },
): Promise<Resent[]> {
  const endpoints = await receiversOf(ports, accountId, webhookId);
  const sendings = events.flatMap((event) =>
    endpoints.filter((endpoint) => gets(endpoint, event)).map((endpoint) => ({ endpoint, event })),
  );
  if (events.length > 0 && sendings.length === 0) throw noReceiver(accountId, webhookId);
  for (const { endpointId } of endpoints) {
    const count = sendings.filter(({ endpoint }) => endpoint.endpointId === endpointId).length;
    const resent = { events: count };
    if (count > 0) await note(ports, accountId, 'webhook.resent', `webhook:${endpointId}`, resent);
  }
  return inParallel(sendings, async ({ endpoint, event }) => {
    const { type, data } = event.event;
    const place = {
      messageId: 'id' in data ? data.id : accountId,
      eventId: event.id,
      endpointId: endpoint.endpointId,
    };
    const { answer = '', ...delivery } = await sendEvent(ports, endpoint, event);
    if (delivery.error === null) {
      await removeFailure(ports.messages, accountId, place);
      const at = ports.now().toISOString();
      const accepted = { ...place, type, attempts: 1, at, status: Number(delivery.status), answer };
      await keepAccepted(ports.messages, accountId, accepted);
    }
    const { endpointId, ...named } = place;
    return { webhookId: endpointId, ...named, type, ...delivery };
  });
}

async function receiversOf(
  { messages }: Pick<WebhookSendPorts, 'messages'>,
  accountId: string,
  webhookId: string | undefined,
): Promise<WebhookEndpoint[]> {
  if (webhookId === undefined) {
    return (await listEndpoints(messages, accountId)).filter(({ state }) => state === 'ACTIVE');
  }
  const endpoint = await endpointOf({ messages }, accountId, webhookId);
  if (endpoint.state === 'ACTIVE') return [endpoint];
  const hint = `resume it with webhook resume ${webhookId}`;
  throw new ManageError(`The webhook ${webhookId} is paused`, [], { hint });
}

/** Whether an endpoint is for events of this type and of this kind of key. */
function gets({ types, test }: WebhookEndpoint, { event }: SentEvent): boolean {
  const isTest = 'test' in event.data && event.data.test;
  return (types === null || types.includes(event.type)) && (test || !isTest);
}

function noReceiver(accountId: string, webhookId: string | undefined): ManageError {
  const sentence = webhookId
    ? `The webhook ${webhookId} gets none of these events`
    : `No active webhook of ${accountId} gets any of these events`;
  const hint = 'webhook list shows what each webhook gets';
  return new ManageError(sentence, [], { hint });
}
