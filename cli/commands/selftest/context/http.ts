import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { NotKnown } from '../../../../shared/manage/doctor/not-known.ts';
import { codeOf } from '../../../files/error-code.ts';

export interface HttpRequest {
  /** Default: `POST`. */
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface Answer {
  status: number;
  /** The values by the headers' names in lower case. */
  headers: Record<string, string>;
  text: string;
}

/** How long a request waits for its answer. API Gateway stops waiting for a function after 29 seconds. */
const answerMs = 40_000;

export type Http = (url: string, request?: HttpRequest) => Promise<Answer>;

/**
 * Sends each request exactly once. If the connection breaks before the answer, it throws `NotKnown`. An answer
 * counts even if the server closes the connection before it has read the whole body.
 */
export function openHttp(): { send: Http; close: () => void } {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true }),
  };
  return {
    send: (url, { method = 'POST', headers = {}, body = '' } = {}) =>
      new Promise((resolve, reject) => {
        const isTls = url.startsWith('https:');
        let isAnswered = false;
        const fail = (error: unknown) =>
          reject(noAnswer(`${method} ${new URL(url).pathname}`, error));
        const sent = (isTls ? httpsRequest : httpRequest)(
          url,
          {
            method,
            agent: agents[isTls ? 'https:' : 'http:'],
            headers: { 'content-length': String(Buffer.byteLength(body)), ...headers },
            timeout: answerMs,
          },
          (incoming) => {
            isAnswered = true;
            read(incoming).then(resolve, fail);
          },
        );
        sent.on('timeout', () =>
          sent.destroy(new Error(`nothing within ${answerMs / 1000} seconds`)),
        );
        // Once an answer has begun, reading it to its end settles the promise.
        sent.on('error', (error) => isAnswered || fail(error));
        sent.end(body);
      }),
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

async function read(incoming: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    status: incoming.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    text: Buffer.concat(chunks).toString(),
  };
}

function noAnswer(what: string, error: unknown): NotKnown {
  const { message } = error instanceof Error ? error : { message: String(error) };
  return new NotKnown(`${what} got no answer (${message || codeOf(error)})`);
}
