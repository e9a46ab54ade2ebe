import { listFailures } from '../../adapters/tables/webhook-failures-table.ts';
import type { WebhookFailure as StoredFailure } from '../../webhook/failure.ts';
import type { ManagePorts } from '../ports.ts';
import { endpointOf } from './webhooks.ts';

export interface WebhookFailure extends Omit<StoredFailure, 'endpointId'> {
  webhookId: string;
}

/**
 * The events that the webhooks of an account have not accepted, of the newest messages first, for one webhook or
 * message if it is named. They are kept for 7 days.
 *
 * @throws {ManageError} for an unknown webhook
 */
export async function listWebhookFailures(
  { messages }: Pick<ManagePorts, 'messages'>,
  accountId: string,
  { webhookId, messageId }: { webhookId?: string | undefined; messageId?: string | undefined },
  limit: number,
): Promise<WebhookFailure[]> {
  if (webhookId !== undefined) await endpointOf({ messages }, accountId, webhookId);
  const of = {
    ...(webhookId !== undefined && { endpointId: webhookId }),
    ...(messageId !== undefined && { messageId }),
  };
  const failures = await listFailures(messages, accountId, of, limit);
  return failures.map(({ endpointId, ...failure }) => ({ webhookId: endpointId, ...failure }));
}
