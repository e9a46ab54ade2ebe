import { PostriderError } from './error.ts';
import { secondsOf } from './pause.ts';

/** One request, the same for each try. */
export interface Outgoing {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Only for execute. */
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
 * Sends a request once and returns the result. If the caller's signal ended the request, it throws the
 * signal's reason; for any other failure, a `PostriderError`.
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
  // The service never redirects. Following a redirect could turn the POST into a GET.
  const init = { method: 'POST', headers, body, signal, redirect: 'manual' } as const;
  const answer = await fetch(url, init);
  const text = await answer.text();
  // An answer that was cut off counts as no answer.
  if (answer.ok) return JSON.parse(text);
  throw new PostriderError(sentenceOf(text) ?? `The answer has status ${answer.status}`, {
    status: answer.status,
    requestId: answer.headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(answer.headers.get('retry-after'), now()),
    idempotencyKey,
  });
}

/** The service's sentence; a proxy's answer has none. */
function sentenceOf(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text);
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}
