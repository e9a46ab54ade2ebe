import { randomBytes } from 'node:crypto';
import { mintWebhookSecret } from '../../../shared/webhook/webhook-signature.ts';
import type { Session } from '../../connection/session.ts';
import { oneLine } from '../../terminal/result.ts';
import { deliver } from './deliver.ts';
import { readLocalAddress } from './local-address.ts';
import { watchEvents } from './watch-events.ts';
import type { MessageChange } from './watch-messages.ts';

/**
 * `message tail --forward`: prints a new secret, and returns a function that sends the events of changed messages to
 * the address, one after the other, and prints each delivery. It sends each event once, also where the receiver refuses
 * it or does not answer.
 */
export async function forwardTo(
  address: string,
  { ports, accountId, emit, ended }: Session & { accountId: string; ended: AbortSignal },
): Promise<(changes: readonly MessageChange[]) => Promise<void>> {
  const url = await readLocalAddress(address);
  const secret = mintWebhookSecret(randomBytes);
  const readEvents = watchEvents(ports, accountId);
  emit({
    json: { forward: url.href, secret },
    text: `Sending events to ${url.href}, signed with the secret ${secret}`,
  });
  return async (changes) => {
    for (const { id, event } of await readEvents(changes)) {
      const sending = { id, body: JSON.stringify(event), at: ports.now() };
      const { status, error } = await deliver({ url, secret, signal: ended }, sending);
      if (status === null && ended.aborted) return;
      const result = error === null ? `accepted with ${status}` : `not accepted: ${error}`;
      emit({
        json: { webhookId: id, status, error, event },
        text: oneLine(`  ${event.type}  ${event.data.to}  ${id}  ${result}`),
      });
    }
  };
}
