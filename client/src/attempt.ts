import { PostriderError } from './error.ts';
import { secondsOf } from './pause.ts';

/** One request, the same for each try. */
export interface Outgoing {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Only for execute. */
  idempotencyKey: string | undefined;
  /** The caller's signal. */
  signal: AbortSignal | undefined;
}

export interface AttemptOptions {
  fetch: typeof fetch;
  timeoutMs: number;
  now: () => number;
}

/**
 * Sends a request once and returns the result, with the message's `id` if the answer names one in a header. If the caller's signal ended the request, it throws the
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
    const lost = timeOut.aborted
      ? `No answer from ${outgoing.url} within ${options.timeoutMs} ms`
      : noAnswer(outgoing.url, error);
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
  if (answer.ok && isJson(answer)) {
    const id = answer.headers.get('x-message-id');
    return id === null ? parsed(text) : { ...parsed(text), id };
  }
  throw new PostriderError(refusalOf(url, answer, text), {
    status: answer.status,
    requestId: answer.headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(answer.headers.get('retry-after'), now()),
    idempotencyKey,
  });
}

const isJson = ({ headers }: Response) => /json/.test(headers.get('content-type') ?? '');

/** An answer that was cut off counts as no answer. */
function parsed(text: string): object {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the answer was cut off');
  }
}

/** The service's sentence. For another program's answer, it says what was called and what to check. */
function refusalOf(url: string, { status }: Response, text: string): string {
  const sentence = sentenceOf(text);
  // Each of the client's routes exists and accepts POST: a 404 that is not about a template or a message is about the
  // address.
  const isNamed = sentence === 'Template not found' || sentence === 'Message not found';
  const isOfAddress = status === 405 || (status === 404 && !isNamed);
  if (sentence !== undefined)
    return isOfAddress ? `${sentence}: ${url}. ${checkBaseUrl}` : sentence;
  const message = `The answer from ${url} has status ${status}`;
  // A gateway in front of the service may have no service to ask.
  return status >= 500 ? message : `${message} and is not postrider's. ${checkBaseUrl}`;
}

/** Undefined if the answer is not the service's. */
function sentenceOf(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text);
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}

/** What to do if the address is wrong. */
const checkBaseUrl = "Check baseUrl: it is the deployment's output BaseUrl, and ends in /v1";

/** The address is not the service's, or the service does not run: nothing received the request. */
const unreached = /ENOTFOUND|ECONNREFUSED|SSL routines|certificate/i;

/** Says which address did not answer, and why, in the network's own words. */
function noAnswer(url: string, error: unknown): string {
  const reason = [...new Set(reasonsOf(error))].join(', ');
  const message = `No answer from ${url}: ${reason}`;
  return unreached.test(reason) ? `${message}. ${checkBaseUrl}` : message;
}

/**
 * Node's fetch says only `fetch failed`: the network's error is its `cause`. If the host has several addresses, the
 * cause has an error for each address and no message.
 */
function reasonsOf(error: unknown): string[] {
  const { cause, code, errors, message } = Object(error) as Record<string, unknown>;
  if (Array.isArray(errors) && errors.length > 0) return errors.flatMap(reasonsOf);
  if (typeof cause === 'object' && cause !== null) return reasonsOf(cause);
  return [String(message || code || error)];
}
