import { signedHeaders } from '../../../shared/webhook/webhook-signature.ts';

/** What a receiver made of an event. */
export interface Delivery {
  /** The status of its answer; null if no answer came. */
  status: number | null;
  /** Why it did not accept the event; null if it did. */
  error: string | null;
}

export interface Receiver {
  url: URL;
  secret: string;
  /** Ends a delivery that is under way. */
  signal: AbortSignal;
  /** How long it may take to answer. Default: 15,000. */
  timeoutMs?: number;
}

/**
 * Sends an event once, signed, and waits for the answer. A receiver accepts an event with a status of
 * 200 to 299. It follows no redirect.
 */
export async function deliver(
  { url, secret, signal, timeoutMs = 15_000 }: Receiver,
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
