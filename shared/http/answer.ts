import { type Refusal, refuse } from '../engine/errors.ts';
import { maxEncodedAnswerBytes } from '../engine/limits.ts';
import type { ProxyAnswer, ProxyEvent } from './proxy.ts';

/** The id that an answer and the log line share, so that each can be found from the other. */
export function requestIdOf(event: ProxyEvent): string {
  return event.requestContext.extendedRequestId ?? 'none';
}

/** An answer in the shape that API Gateway expects. */
export function answer(
  statusCode: number,
  body: string,
  requestId: string,
  headers: Record<string, string> = {},
): ProxyAnswer {
  return {
    statusCode,
    headers: { 'content-type': 'application/json', 'x-request-id': requestId, ...headers },
    body,
    isBase64Encoded: false,
  };
}

/** The answer to a request that was refused: `{"error": …}` and, if a retry may help, when to retry. */
export function refusalAnswer(refusal: Refusal, requestId: string): ProxyAnswer {
  const { retryAfterSeconds } = refusal;
  return answer(
    refusal.status,
    JSON.stringify({ error: refusal.message }),
    requestId,
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
  );
}

/** A result as JSON. Throws the refusal `overLimit` if it is too large for Lambda to return. */
export function encodeResult(result: unknown): string {
  const body = JSON.stringify(result);
  // Lambda escapes the body once more. That makes at most 6 bytes of a character, so small answers
  // need no exact count.
  if (body.length * 6 <= maxEncodedAnswerBytes) return body;
  if (Buffer.byteLength(JSON.stringify(body)) <= maxEncodedAnswerBytes) return body;
  throw refuse('overLimit', 'answer', '5.5 MB');
}
