import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { idempotencyHeader } from '../../shared/message/idempotency-key.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface RequestOptions {
  method?: string;
  headers: IncomingHttpHeaders;
  agent?: Agent | undefined;
}

/** Longer than any function may run, and longer than a request waits for its turn on a busy machine. */
const answerWithinMs = 120_000;

/** Sends one HTTP request. Rejects if no whole answer comes. */
export async function send(
  url: string,
  body: string | Buffer,
  { method = 'POST', ...options }: RequestOptions,
): Promise<Answer> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, { method, ...options });
    sent.on('error', reject).on('response', resolve);
    sent.setTimeout(answerWithinMs, () => sent.destroy(new Error('The server did not answer')));
    sent.end(body);
  });
  return {
    status: answer.statusCode ?? 500,
    headers: answer.headers,
    body: await buffer(answer),
  };
}

/** One request of execute. */
export interface ExecuteCall {
  baseUrl: string;
  /** The API key's secret. */
  secret: string;
  sendId: string;
  /** The Idempotency-Key. Default: none. */
  key?: string | null;
  agent?: Agent | undefined;
}

/** Asks the service to send the mail of `sendTemplate`. Rejects if no whole answer comes. */
export async function callExecute({ baseUrl, secret, sendId, key = null, agent }: ExecuteCall) {
  const { status, headers, body } = await send(`${baseUrl}/execute`, bodyOf(sendId), {
    agent,
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      ...(key !== null && { [idempotencyHeader]: key }),
    },
  });
  return { status, headers, text: body.toString() };
}

const templateId = 'trial';

/** The template of every send: it renders a little, and sends. */
export const sendTemplate = {
  templateId,
  name: 'Trial',
  subject: '{{send}}',
  html: '<p>Hello {{name|there}}, this is {{send}}.</p>',
  flow: {
    nodes: [
      { id: 'template', type: 'template' },
      { id: 'send', type: 'provider', provider: 'ses', from: 'trial@sender.example' },
    ],
    edges: [{ from: 'template', to: 'send' }],
  },
};

/**
 * The body of a send's request; its id becomes the mail's subject. Each send has its own two recipients, so that a report on
 * one mail does not reach another. `sendAtMs`: when it is to be sent, in milliseconds since 1970. Default: at once.
 * `files`: its `_attachments`. Default: none.
 */
export function bodyOf(sendId: string, sendAtMs?: number, files: readonly object[] = []): string {
  return JSON.stringify({
    templateId,
    variables: { send: sendId },
    _to: firstRecipientOf(sendId),
    _cc: `bob.${sendId}@example.com`,
    ...(files.length > 0 && { _attachments: files }),
    ...(sendAtMs !== undefined && { _sendAt: new Date(sendAtMs).toISOString() }),
  });
}

/** The first of a send's two recipients. */
export const firstRecipientOf = (sendId: string) => `ada.${sendId}@example.com`;
