import { createHmac } from 'node:crypto';
import type { RandomBytes } from '../keys/base62.ts';

const secretPrefix = 'whsec_';

/** A new secret of a webhook: `whsec_` and 32 bytes in base64. */
export function mintWebhookSecret(randomBytes: RandomBytes): string {
  return `${secretPrefix}${Buffer.from(randomBytes(32)).toString('base64')}`;
}

/**
 * The headers that sign an event as Standard Webhooks 1.0.0 says: HMAC-SHA256 over id, seconds and body, once for each
 * secret. https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(
  { id, body, at }: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000).toString();
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
    const mac = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
    return `v1,${mac}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  };
}
