import type { Later } from '../../shared/later.ts';
import type { EndpointPlace, WebhookEndpoint } from '../../shared/webhook/endpoint.ts';
import type { Delivery } from './delivery.ts';

export interface ParkedPorts {
  park: (delivery: Delivery) => Promise<void>;
  /** The oldest parked events of an endpoint, at most `maxListed`. Strongly consistent. */
  listParked: (place: EndpointPlace) => Promise<Delivery[]>;
  unpark: (delivery: Delivery) => Promise<void>;
  /** The endpoint as it is now; null if there is none. */
  readAgain: (place: EndpointPlace) => Promise<WebhookEndpoint | null>;
  /** Changes an endpoint if `wakeAt` is still as in `endpoint`; false if not, or if there is no such endpoint. */
  updateLane: (
    endpoint: Pick<WebhookEndpoint, 'accountId' | 'endpointId' | 'wakeAt'>,
    change: Partial<Pick<WebhookEndpoint, 'wakeAt' | 'slow'>>,
  ) => Promise<boolean>;
  later: Later;
  epochMs: () => number;
}

export const maxListed = 50;

/** A wake-up counts as lost this long after it was due: longer than the queue's five tries take. */
const lostAfterMs = 30 * 60_000;

/** How long the parked events of a slow endpoint wait for the next page. */
export const slowPauseMs = 15_000;

/** Requests a later wake-up of the parked events. The queue is asked first, so that none stays without a wake-up. */
export async function armAt(
  endpoint: Parameters<ParkedPorts['updateLane']>[0],
  atMs: number,
  ports: ParkedPorts,
  change: Partial<Pick<WebhookEndpoint, 'slow'>> = {},
): Promise<void> {
  const { accountId, endpointId } = endpoint;
  // The clocks of two functions differ: a wake-up that is older than the one before it would do nothing.
  const beforeMs = Date.parse(endpoint.wakeAt ?? '') || 0;
  const wholeMs = Math.max(Math.ceil(atMs), beforeMs + 1);
  const wakeAt = new Date(wholeMs).toISOString();
  const name = `${endpointId}-${wholeMs.toString(36)}`;
  await ports.later('webhooks', { accountId, endpointId, wakeAt }, wholeMs, name);
  await ports.updateLane(endpoint, { wakeAt, ...change });
}

/** Asks for a wake-up now, although the endpoint has a later one. */
export async function armNow(endpoint: WebhookEndpoint, ports: ParkedPorts): Promise<void> {
  // The wake-up may come before `wakeAt` is written, and must then not be older than the one in `wakeAt`.
  if (await ports.updateLane(endpoint, { wakeAt: null })) {
    await armAt({ ...endpoint, wakeAt: null }, ports.epochMs(), ports);
  }
}

/** Asks for a wake-up of an endpoint that has none, or whose wake-up was lost. */
export async function armIfNeeded(endpoint: WebhookEndpoint, ports: ParkedPorts): Promise<void> {
  const { wakeAt, retryAt, slow } = endpoint;
  const nowMs = ports.epochMs();
  if (wakeAt !== null && nowMs < Date.parse(wakeAt) + lostAfterMs) return;
  const soonestMs = nowMs + (slow ? slowPauseMs : 0);
  await armAt(endpoint, Math.max(soonestMs, Date.parse(retryAt ?? '') || 0), ports);
}
