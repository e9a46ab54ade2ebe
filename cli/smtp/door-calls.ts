import { setTimeout as pause } from 'node:timers/promises';
import { hashApiKey } from '../../shared/keys/api-key.ts';
import { idempotencyHeader } from '../../shared/message/idempotency-key.ts';
import { messageIdHeader } from '../../shared/message/message-id.ts';
import type { SmtpCall } from './mail-to-call.ts';
import { loginReply, type Reply, replyOf } from './reply-codes.ts';

/** API Gateway stops waiting for a function after 29 seconds. */
const timeoutMs = 40_000;

/** How long a mail waits for the rate of its account. */
const maxWaitMs = 20_000;

/** How long a login trusts a key that was good. If the key is revoked meanwhile, the service still refuses its mails. */
const keyMs = 60_000;

/** Calls `POST /smtp` of the doors' API, for one server. `doorsUrl`: without a slash at the end. */
export function doorCalls(doorsUrl: string) {
  /** The SHA-256 of each good key, and until when it counts. */
  const known = new Map<string, number>();

  /** Null if no answer came. */
  async function post(key: string, body: string, idempotencyKey?: string) {
    try {
      const answer = await fetch(`${doorsUrl}/smtp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${key}`,
          ...(idempotencyKey !== undefined && { [idempotencyHeader]: idempotencyKey }),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return {
        status: answer.status,
        body: await answer.text(),
        messageId: answer.headers.get(messageIdHeader),
        retryAfterSeconds: Number(answer.headers.get('retry-after')),
      };
    } catch {
      return null;
    }
  }

  return {
    /** Null if the key is good, else the reply to the login. */
    refusesKey: async (key: string): Promise<Reply | null> => {
      const hash = hashApiKey(key);
      if ((known.get(hash) ?? 0) > Date.now()) return null;
      const refusal = loginReply(await post(key, '{}'));
      if (refusal === null) known.set(hash, Date.now() + keyMs);
      return refusal;
    },
    send: async (key: string, { mail, body, idempotencyKey }: SmtpCall): Promise<Reply> => {
      const until = Date.now() + maxWaitMs;
      for (;;) {
        const answer = await post(key, body, idempotencyKey);
        const waitMs = (answer?.retryAfterSeconds || 1) * 1000;
        if (answer?.status !== 429 || Date.now() + waitMs > until) return replyOf(answer, mail);
        await pause(waitMs);
      }
    },
  };
}
