import { listAccepted } from '../../adapters/tables/accepted-events-table.ts';
import { listFailures } from '../../adapters/tables/webhook-failures-table.ts';
import type { ManagePorts } from '../ports.ts';
import { endpointOf } from './webhooks.ts';

/** How an event ended at a webhook, or how it stands. */
export interface WebhookDelivery {
  messageId: string;
  eventId: string;
  type: string;
  attempts: number;
  /** ISO 8601, of the last try. */
  lastAt: string;
  lastStatus: number | null;
  /** Null if the webhook accepted it. */
  lastError: string | null;
  /** The first 500 characters of the answer that accepted it; empty elsewhere. */
  answer: string;
  /** Null if it is not tried again. */
  nextAt: string | null;
}

/**
 * The newest events that a webhook accepted in 7 days, and those that it has not accepted so far, the last try first.
 *
 * @throws {ManageError} for an unknown webhook
 */
export async function listDeliveries(
  { messages }: Pick<ManagePorts, 'messages'>,
  accountId: string,
  webhookId: string,
  limit: number,
): Promise<WebhookDelivery[]> {
  const { endpointId } = await endpointOf({ messages }, accountId, webhookId);
  const [accepted, failures] = await Promise.all([
    listAccepted(messages, { accountId, endpointId }, limit),
    listFailures(messages, accountId, { endpointId }, limit),
  ]);
  const all: WebhookDelivery[] = [
    ...accepted.map(({ endpointId: _, at, status, ...event }) => ({
      ...{ ...event, lastAt: at, lastStatus: status, lastError: null, nextAt: null },
    })),
    ...failures.map(({ endpointId: _, lastError, ...event }) => ({
      ...{ ...event, lastError: lastError ?? 'not accepted', answer: '' },
    })),
  ];
  return all.sort((one, other) => (one.lastAt < other.lastAt ? 1 : -1)).slice(0, limit);
}
