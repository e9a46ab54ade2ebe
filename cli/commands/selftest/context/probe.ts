import { type RefusalCode, refusals } from '../../../../shared/engine/errors.ts';
import type { Answer, HttpRequest } from './http.ts';

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

/** An answer, short enough for a sentence. */
export function inShort({ status, text }: Pick<Answer, 'status' | 'text'>): string {
  const shown = text.length > 160 ? `${text.slice(0, 160)}…` : text;
  return shown === '' ? String(status) : `${status} ${shown}`;
}
