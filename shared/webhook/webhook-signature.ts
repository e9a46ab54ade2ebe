import { createHmac, timingSafeEqual } from 'node:crypto';
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
  const signatures = secrets.map(
    (secret) => `v1,${mac(secret, { id, seconds, body }).toString('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  };
}

/** How old or how far ahead a signature may be, in seconds: what the reference libraries of Standard Webhooks allow. */
const toleranceSeconds = 5 * 60;

export interface ReceivedWebhook {
  id: string | undefined;
  seconds: string | undefined;
  /** Signatures with a space between them: a sender that changes its secret signs with both. */
  signatures: string | undefined;
  /** The bytes as they came. */
  body: Uint8Array;
}

/** Whether one of the signatures of a received webhook fits its body, id and time, and the time is near. */
export function isSigned(
  { id, seconds, signatures, body }: ReceivedWebhook,
  secret: string,
  epochMs: number,
): boolean {
  if (!id || !signatures || !/^\d{1,12}$/.test(seconds ?? '')) return false;
  const isNear = Math.abs(epochMs / 1000 - Number(seconds)) <= toleranceSeconds;
  const expected = mac(secret, { id, seconds: String(seconds), body });
  const fits = signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return signature.startsWith('v1,') && given.length === 32 && timingSafeEqual(given, expected);
  });
  return fits && isNear;
}

function mac(
  secret: string,
  { id, seconds, body }: { id: string; seconds: string; body: string | Uint8Array },
): Buffer {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest();
}
