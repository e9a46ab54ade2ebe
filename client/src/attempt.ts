import { PostriderError } from './error.ts';
import { secondsOf } from './pause.ts';

/** One request as it goes out, each time the same. */
export interface Outgoing {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Of an execute. */
  idempotencyKey: string | undefined;
  /** The caller's. */
  signal: AbortSignal | undefined;
}

export interface AttemptOptions {
  fetch: typeof fetch;
  timeoutMs: number;
  now: () => number;
}

/**
 * Sends a request once and gives the result. Throws a `PostriderError` for everything else, but the
 * reason of the caller's own signal as it is.
 */
export async function attempt(outgoing: Outgoing, options: AttemptOptions): Promise<unknown> {
  const { signal, idempotencyKey } = outgoing;
  signal?.throwIfAborted();
  const timeOut = AbortSignal.timeout(options.timeoutMs);
  try {
    return await exchange(outgoing, options, signal ? AbortSignal.any([signal, timeOut]) : timeOut);
  } catch (error) {
    if (error instanceof PostriderError) throw error;
    signal?.throwIfAborted();
    const lost = timeOut.aborted ? `No answer within ${options.timeoutMs} ms` : 'No answer came';
    throw new PostriderError(lost, { idempotencyKey }, error);
  }
}

async function exchange(
  { url, headers, body, idempotencyKey }: Outgoing,
  { fetch, now }: AttemptOptions,
  signal: AbortSignal,
): Promise<unknown> {
  // A redirect would lead a POST somewhere else as a GET: the service has none.
  const init = { method: 'POST', headers, body, signal, redirect: 'manual' } as const;
  const answer = await fetch(url, init);
  const text = await answer.text();
  // An answer that was cut off is none.
  if (answer.ok) return JSON.parse(text);
  throw new PostriderError(sentenceOf(text) ?? `The answer has status ${answer.status}`, {
    status: answer.status,
    requestId: answer.headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(answer.headers.get('retry-after'), now()),
    idempotencyKey,
  });
}

/** The service's own sentence; a proxy on the way has none. */
function sentenceOf(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text);
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}
