import { signedHeaders } from './webhook-signature.ts';

const timeoutMs = 15_000;

/** What a receiver made of an event. */
export interface Delivery {
  /** The status of its answer; null if no answer came. */
  status: number | null;
  /** Why it did not accept the event; null if it did. */
  error: string | null;
}

/**
 * Sends an event once, signed, and waits up to 15 seconds for the answer. A receiver accepts an event with a status of
 * 200 to 299. It follows no redirect.
 */
export async function deliver(
  { url, secret, signal }: { url: URL; secret: string; signal: AbortSignal },
  { id, body, at }: { id: string; body: string; at: Date },
): Promise<Delivery> {
  const timeOut = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signedHeaders({ id, body, at }, [secret]) },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeOut]),
    });
    await answer.body?.cancel();
    const { status, ok } = answer;
    return { status, error: ok ? null : `the receiver answered ${status}` };
  } catch (error) {
    return {
      status: null,
      error: timeOut.aborted ? `no answer within ${timeoutMs / 1000} s` : reasonOf(error),
    };
  }
}

/** The network's own words: an error of `fetch` has them in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error
    ? cause.message || String(Reflect.get(cause, 'code'))
    : error.message;
}
