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

export interface HttpAnswer {
  status: number;
  /** The values by the headers' names in lower case. */
  headers: Record<string, string>;
  text: string;
}

/** How long a request waits for its answer. API Gateway stops waiting for a function after 29 seconds. */
const answerMs = 40_000;

export type Http = (url: string, request?: HttpRequest) => Promise<HttpAnswer>;

/** Sends a request exactly once. Without an answer it throws `NotKnown`. */
export const send: Http = async (url, { method = 'POST', headers = {}, body = '' } = {}) => {
  try {
    const answer = await fetch(url, {
      method,
      headers,
      ...(method !== 'GET' && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    });
    const { status } = answer;
    return { status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    const reason = cause instanceof Error ? cause.message || codeOf(cause) : String(cause);
    throw new NotKnown(`${method} ${new URL(url).pathname} got no answer (${reason})`);
  }
};

export interface ApiRequest extends HttpRequest {
  /** The path below the base address, such as `/render`. */
  path: string;
  key?: string | undefined;
}

/** The status, body and Retry-After that an answer must have. The body must equal `text` byte for byte. */
export interface ExpectedAnswer {
  status: number;
  text?: string;
  retryAfter?: string;
}

/** The service's answer for a refusal, as docs/api.md documents it. */
export function refusalOf(code: RefusalCode, ...details: string[]): ExpectedAnswer {
  const refusal: { status: number; sentence: unknown; retryAfterSeconds?: number } = refusals[code];
  const { status, retryAfterSeconds } = refusal;
  const sentence = (refusal.sentence as (...details: string[]) => string)(...details);
  return {
    status,
    text: JSON.stringify({ error: sentence }),
    ...(retryAfterSeconds !== undefined && { retryAfter: String(retryAfterSeconds) }),
  };
}

/** How an answer differs from the expected one; null if it does not. */
export function differenceOf(
  answer: HttpAnswer,
  { status, text, retryAfter }: ExpectedAnswer,
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
  { status, text }: HttpAnswer,
  shape: Shape,
): z.output<Shape> | null {
  return status === 200 ? (shape.safeParse(JSON.parse(text)).data ?? null) : null;
}

export function inShort({ status, text }: Pick<HttpAnswer, 'status' | 'text'>): string {
  const shown = text.length > 160 ? `${text.slice(0, 160)}…` : text;
  return shown === '' ? String(status) : `${status} ${shown}`;
}
