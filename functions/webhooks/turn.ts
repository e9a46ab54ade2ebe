import type { EndpointPlace, WebhookEndpoint } from '../../shared/webhook/endpoint.ts';

export interface TurnPorts {
  /** The endpoint; null if there is none. It may be 30 s old if it had not failed then. */
  readEndpoint: (place: EndpointPlace) => Promise<WebhookEndpoint | null>;
  /** Sets `retryAt` to a time, if it is still as in `endpoint`. Returns the endpoint; null if `retryAt` has changed. */
  reserveTry: (endpoint: WebhookEndpoint, until: string) => Promise<WebhookEndpoint | null>;
  epochMs: () => number;
}

/** Whether an event may be sent now. `wait`: not before this time, in milliseconds. `drop`: never. */
export type Turn =
  | { turn: 'try' | 'wait'; endpoint: WebhookEndpoint; atMs: number }
  | { turn: 'drop'; endpoint: WebhookEndpoint | null };

/** Longer than a try takes: the function ends after 20 s. */
const reservedMs = 20_000;

/** Whether an event is tried: while its endpoint fails, one after each pause; if it is slow, only parked ones. */
export async function turnOf(
  place: EndpointPlace,
  ports: TurnPorts,
  { parked = false }: { parked?: boolean } = {},
): Promise<Turn> {
  for (;;) {
    const endpoint = await ports.readEndpoint(place);
    if (endpoint?.state !== 'ACTIVE') return { turn: 'drop', endpoint };
    const nowMs = ports.epochMs();
    if (endpoint.slow && !parked) return { turn: 'wait', endpoint, atMs: nowMs };
    if (endpoint.retryAt === null) return { turn: 'try', endpoint, atMs: nowMs };
    const retryAtMs = Date.parse(endpoint.retryAt);
    if (nowMs < retryAtMs) return { turn: 'wait', endpoint, atMs: retryAtMs };
    const until = new Date(nowMs + reservedMs).toISOString();
    const reserved = await ports.reserveTry(endpoint, until);
    if (reserved) return { turn: 'try', endpoint: reserved, atMs: nowMs };
    // Another event was first, or an operator changed the endpoint.
  }
}
