import { type Agent, request } from 'node:http';
import { idempotencyHeader } from '../../../shared/message/idempotency-key.ts';
import { bodyOf } from '../template.ts';

/** One request of execute. */
export interface Post {
  baseUrl: string;
  /** The API key's secret. */
  secret: string;
  sendId: string;
  /** The Idempotency-Key; null: none. */
  key: string | null;
  agent: Agent;
}

/** Longer than any function may run, and than a request waits for its turn on a busy machine. */
const answerWithinMs = 120_000;

/** Sends a request. Throws where no whole answer comes. */
export function post({ baseUrl, secret, sendId, key, agent }: Post) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request(`${baseUrl}/execute`, {
      method: 'POST',
      agent,
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        ...(key !== null && { [idempotencyHeader]: key }),
      },
    });
    sent.on('error', reject);
    sent.setTimeout(answerWithinMs, () => sent.destroy(new Error('The service did not answer')));
    sent.on('response', async (answer) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
      } catch (error) {
        reject(error);
      }
    });
    sent.end(bodyOf(sendId));
  });
}
