import { listEndpoints } from '../../adapters/tables/webhook-endpoints-table.ts';
import { listFailures } from '../../adapters/tables/webhook-failures-table.ts';
import { maxEndpoints, type WebhookEndpoint } from '../../webhook/endpoint.ts';
import type { WebhookFailure } from '../../webhook/failure.ts';
import { type FailedDelivery, shortTime, type TimelineEntry } from './message-timeline.ts';
import { type ExplainedMessage, type MessagePorts, showMessage } from './messages.ts';

/** Shown at most: two reports to every webhook of an account. */
const maxShownFailures = 2 * maxEndpoints;

/** Like `showMessage`; the timeline ends with the events that webhooks have not accepted: one or two reads more. */
export async function showWithDeliveries(
  ports: MessagePorts,
  accountId: string,
  id: string,
  options: Parameters<typeof showMessage>[3] = {},
): Promise<ExplainedMessage> {
  const { messages } = ports;
  const shown = await showMessage(ports, accountId, id, options);
  const { messageId } = shown.record;
  const failures = await listFailures(messages, accountId, { messageId }, maxShownFailures);
  if (failures.length === 0) return shown;
  const deliveries = failedDeliveries(failures, await listEndpoints(messages, accountId));
  const timeline = [...shown.explanation.timeline, ...deliveries];
  return { ...shown, explanation: { ...shown.explanation, timeline } };
}

export function failedDeliveries(
  failures: readonly WebhookFailure[],
  endpoints: readonly Pick<WebhookEndpoint, 'endpointId' | 'url' | 'state'>[],
): TimelineEntry[] {
  return failures.map((failure) => {
    const endpoint = endpoints.find(({ endpointId }) => endpointId === failure.endpointId);
    const who = endpoint ? endpoint.url : `${failure.endpointId}, which was deleted,`;
    const nextAt = endpoint?.state === 'ACTIVE' ? failure.nextAt : null;
    const next = nextAt ? `next try ${shortTime(nextAt)}` : 'no further try';
    const what = `Webhook ${who} ${answerOf(failure)} to ${failure.type}`;
    const { endpointId: webhookId, eventId } = failure;
    const delivery: FailedDelivery = { webhookId, eventId, webhook: stateOf(endpoint) };
    return { at: failure.lastAt, text: `${what}, ${next}`, delivery };
  });
}

function stateOf(endpoint: Pick<WebhookEndpoint, 'state'> | undefined): FailedDelivery['webhook'] {
  if (!endpoint) return 'deleted';
  return endpoint.state === 'ACTIVE' ? 'active' : 'paused';
}

function answerOf({ lastStatus, lastError }: WebhookFailure): string {
  if (lastStatus !== null) return `answered ${lastStatus}`;
  return lastError === null ? 'did not answer' : `did not answer (${lastError})`;
}
