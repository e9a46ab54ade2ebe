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

/** Calls `POST /smtp` of the doors' API, for one server. */
export class DoorCalls {
  readonly #url: string;
  readonly #now: () => number;
  /** The SHA-256 of each good key, and until when it counts. */
  readonly #known = new Map<string, number>();

  /** `doorsUrl`: without a slash at the end. `now`: in milliseconds. */
  constructor(doorsUrl: string, now: () => number = Date.now) {
    this.#url = `${doorsUrl}/smtp`;
    this.#now = now;
  }

  /** Null if the key is good, else the reply to the login. */
  async refusesKey(key: string): Promise<Reply | null> {
    const hash = hashApiKey(key);
    const now = this.#now();
    for (const [each, until] of this.#known) if (until <= now) this.#known.delete(each);
    if (this.#known.has(hash)) return null;
    const refusal = loginReply(await this.#post(key, '{}', undefined));
    if (refusal === null) this.#known.set(hash, now + keyMs);
    return refusal;
  }

  async send(key: string, { mail, body, idempotencyKey }: SmtpCall): Promise<Reply> {
    const until = this.#now() + maxWaitMs;
    for (;;) {
      const answer = await this.#post(key, body, idempotencyKey);
      const waitMs = (answer?.retryAfterSeconds || 1) * 1000;
      if (answer?.status !== 429 || this.#now() + waitMs > until) return replyOf(answer, mail);
      await pause(waitMs);
    }
  }

  /** Null if no answer came. */
  async #post(key: string, body: string, idempotencyKey: string | undefined) {
    try {
      const answer = await fetch(this.#url, {
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
}
