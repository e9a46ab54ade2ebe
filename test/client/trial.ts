import { setImmediate } from 'node:timers/promises';
import { type Client, type ClientOptions, clientIn } from '../../client/src/client.ts';

/** The arguments of `fetch` in one try. */
export interface Tried {
  url: string;
  method: string | undefined;
  headers: Record<string, string>;
  body: unknown;
}

/** The result of a try: an answer, a fault of the network, or no answer until the client gives up. */
export type Fate =
  | { status: number; body: unknown; headers?: Record<string, string> }
  | Error
  | 'silence';

export interface Trial {
  client: Client;
  tried: Tried[];
  /** The pauses between the tries, in milliseconds. */
  pauses: number[];
}

export const secret = 'pr_SecretSecretSecretSecretSecretSecre1';

/** A client of a service that answers each try with the next of `fates`, and all later ones with the last. */
export function trialOf(fates: readonly Fate[], options: Partial<ClientOptions> = {}): Trial {
  const tried: Tried[] = [];
  const pauses: number[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    const fate = fates[Math.min(tried.length, fates.length - 1)];
    const { method, headers, body } = init;
    tried.push({
      ...{ url, method, headers: headers as Record<string, string> },
      body: JSON.parse(String(body)),
    });
    return meet(fate, init.signal);
  };
  const runtime = {
    now: () => Date.parse('Sat, 21 Nov 2026 12:00:00 GMT'),
    // Each pause is half of its ceiling.
    random: () => 0.5,
    // Lets timers run, such as that of a time-out.
    sleep: async (ms: number) => {
      pauses.push(ms);
      await setImmediate();
    },
    newKey: () => 'made-key',
  };
  const given = { baseUrl: 'https://api.example/v1', apiKey: secret, ...options };
  const client = clientIn(runtime, { fetch: fetch as typeof globalThis.fetch, ...given });
  return { client, tried, pauses };
}

async function meet(fate: Fate | undefined, signal: AbortSignal | null | undefined) {
  if (fate === 'silence') {
    return new Promise<Response>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  }
  if (fate instanceof Error || fate === undefined) throw fate;
  const { status, body, headers = {} } = fate;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = text.startsWith('<') ? 'text/html' : 'application/json';
  const own = { 'x-request-id': 'request-1', 'content-type': type };
  return new Response(text, { status, headers: { ...own, ...headers } });
}
