import { announcerOf } from '../../shared/adapters/announcements.ts';
import { alone } from '../../shared/adapters/tables/change.ts';
import type { Table } from '../../shared/adapters/tables/dynamodb.ts';
import { putEndpoint } from '../../shared/adapters/tables/webhook-endpoints-table.ts';
import type { WebhookEndpoint } from '../../shared/webhook/endpoint.ts';
import type { RecipientEvent } from '../../shared/webhook/webhook-event.ts';
import { webhookEndpoint } from '../shared/webhook/endpoints.ts';

/** An event as it is in the queue of webhooks. */
export interface QueuedEvent {
  accountId: string;
  endpointId: string;
  eventId: string;
  event: RecipientEvent;
  attempt: number;
}

/** The announcer of a container with a real table, whose queue is a list. */
export function announcing(messages: Table, epochMs: () => number = Date.now) {
  const queued: QueuedEvent[] = [];
  let failures = 0;
  const later = async (_: unknown, body: object) => {
    if (failures-- > 0) throw new Error('SQS does not answer');
    queued.push(body as QueuedEvent);
  };
  return {
    queued,
    /** The type and the recipient of each event in the queue. */
    told: () => queued.map(({ event: { type, data } }) => [type, data.to]),
    announcer: announcerOf(messages, { later }, epochMs),
    /** Lets the next events fail on their way to the queue. */
    failNext: (events: number) => {
      failures = events;
    },
  };
}

/** Adds an active endpoint to an account. */
export function addEndpoint(
  messages: Table,
  accountId: string,
  change: Partial<WebhookEndpoint> = {},
): Promise<void> {
  return putEndpoint(messages, webhookEndpoint({ accountId, ...change }), alone);
}
