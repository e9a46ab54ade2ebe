import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type * as z from 'zod/mini';
import { type RefusalCode, refusals } from '../../../../shared/engine/errors.ts';
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
 * Sends each request exactly once. Without an answer it throws `NotKnown`. An answer counts even if the server closes the
 * connection before it has read the whole body.
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

/** A request to the API. */
export interface ApiRequest extends HttpRequest {
  /** The path below the base address, such as `/render`. */
  path: string;
  /** The API key to send. */
  key?: string | undefined;
}

/** The status, body and Retry-After that an answer must have. The body must equal `text` byte for byte. */
export interface Expected {
  status: number;
  text?: string;
  retryAfter?: string;
}

/** A request, its description, and the answer that it must get. */
export interface Probe {
  what: string;
  request: ApiRequest;
  expected: Expected;
}

/** The service's answer for a refusal, as docs/api.md documents it. */
export function refusalOf(code: RefusalCode, ...details: string[]): Expected {
  const refusal: { status: number; sentence: unknown; retryAfterSeconds?: number } = refusals[code];
  const { status, retryAfterSeconds } = refusal;
  const sentence = (refusal.sentence as (...details: string[]) => string)(...details);
  return {
    status,
    text: JSON.stringify({ error: sentence }),
    ...(retryAfterSeconds !== undefined && { retryAfter: String(retryAfterSeconds) }),
  };
}

/** Makes requests one after the other, and returns how the answers differ from the expected ones. */
export async function probeAll(
  caller: { call: (request: ApiRequest) => Promise<Answer> },
  probes: readonly Probe[],
): Promise<string[]> {
  const differences: string[] = [];
  for (const { what, request, expected } of probes) {
    const difference = differenceOf(await caller.call(request), expected);
    if (difference !== null) differences.push(`${what} ${difference}`);
  }
  return differences;
}

/** How an answer differs from the expected one; null if it does not. */
export function differenceOf(
  answer: Answer,
  { status, text, retryAfter }: Expected,
): string | null {
  const { 'x-request-id': requestId, 'retry-after': given, 'content-type': type } = answer.headers;
  if (answer.status !== status || (text !== undefined && answer.text !== text)) {
    return `got ${inShort(answer)} instead of ${inShort({ status, text: text ?? '' })}`;
  }
  if (type !== 'application/json') return `has the content type ${type ?? 'of nothing'}`;
  if (!requestId) return 'has no x-request-id';
  if (given === retryAfter) return null;
  return `has Retry-After ${given ?? 'missing'} instead of ${retryAfter ?? 'none'}`;
}

/** The body of an answer with the status 200, if it has this shape; else null. */
export function bodyOf<Shape extends z.ZodMiniType>(
  { status, text }: Answer,
  shape: Shape,
): z.output<Shape> | null {
  return status === 200 ? (shape.safeParse(JSON.parse(text)).data ?? null) : null;
}

/** An answer, short enough for a sentence. */
export function inShort({ status, text }: Pick<Answer, 'status' | 'text'>): string {
  const shown = text.length > 160 ? `${text.slice(0, 160)}…` : text;
  return shown === '' ? String(status) : `${status} ${shown}`;
}
