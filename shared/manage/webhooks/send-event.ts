import { type PostSettings, postWebhook } from '../../adapters/webhook-http.ts';
import { randomBase62 } from '../../keys/base62.ts';
import type { WebhookEndpoint } from '../../webhook/endpoint.ts';
import { postingOf } from '../../webhook/posting.ts';
import type { TestEvent, WebhookEvent } from '../../webhook/webhook-event.ts';
import type { ManagePorts } from '../ports.ts';
import { note, type TrailPorts } from '../trail/recorded.ts';
import { endpointOf } from './webhooks.ts';

export interface Delivery {
  /** The status of its answer; null if no answer came. */
  status: number | null;
  /** Why it did not accept the event; null if it did. */
  error: string | null;
  /** The first 500 characters of its answer. */
  answer?: string;
}

export type WebhookSendPorts = Pick<ManagePorts, 'messages' | 'randomBytes'> &
  TrailPorts & {
    /** Which addresses may get an event, and how long they may take. */
    post: PostSettings;
  };

/** Sends an event once, signed with the secrets in force; the stored webhook does not change. */
export async function sendEvent(
  { now, post }: Pick<WebhookSendPorts, 'now' | 'post'>,
  endpoint: WebhookEndpoint,
  identified: { id: string; event: WebhookEvent },
): Promise<Delivery> {
  const { status, problem, excerpt } = await postWebhook(
    postingOf(endpoint, identified, now()),
    post,
  );
  if (problem === null) return { status, error: null, answer: excerpt };
  return { status, error: excerpt === '' ? problem : `${problem}: ${excerpt}` };
}

/**
 * Sends a webhook an event `webhook.test`, also if it is paused or limited to other types.
 *
 * @throws {ManageError} for an id that no webhook of the account has
 */
export async function sendTestEvent(
  ports: WebhookSendPorts,
  accountId: string,
  webhookId: string,
): Promise<Delivery> {
  const endpoint = await endpointOf(ports, accountId, webhookId);
  await note(ports, accountId, 'webhook.tested', `webhook:${webhookId}`, { events: 1 });
  const id = `evt_${randomBase62(22, ports.randomBytes)}`;
  const timestamp = ports.now().toISOString();
  const event: TestEvent = { type: 'webhook.test', timestamp, data: { webhookId } };
  const { status, error } = await sendEvent(ports, endpoint, { id, event });
  return { status, error };
}
