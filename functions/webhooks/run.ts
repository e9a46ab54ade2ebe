import type { FailedTry } from '../../shared/adapters/tables/webhook-endpoints-table.ts';
import type { Posted } from '../../shared/adapters/webhook-http.ts';
import type { Later } from '../../shared/later.ts';
import type { AcceptedEvent } from '../../shared/webhook/accepted.ts';
import type { EndpointPlace, WebhookEndpoint } from '../../shared/webhook/endpoint.ts';
import type { FailurePlace, WebhookFailure } from '../../shared/webhook/failure.ts';
import { type Posting, postingOf } from '../../shared/webhook/posting.ts';
import type { Delivery } from './delivery.ts';
import { armIfNeeded, armNow, type ParkedPorts } from './parked.ts';
import { askedPauseMs, endpointPauseMs, eventPauseMs, isDead, isFailing } from './tries.ts';
import { type TurnPorts, turnOf } from './turn.ts';

export interface WebhookPorts extends TurnPorts, ParkedPorts {
  /** Sends an event. Never throws. */
  post: (posting: Posting) => Promise<Posted>;
  /** Like `post`, but a request of over 2 s needs a slot of its account. Null if none was free: the request ended. */
  postUnlessSlow: (accountId: string, posting: Posting) => Promise<Posted | null>;
  countFailedTry: (place: EndpointPlace, failed: FailedTry) => Promise<WebhookEndpoint | null>;
  clearFailures: (place: EndpointPlace) => Promise<void>;
  /** Pauses an active endpoint; false if it is not active any more, or a try has succeeded since it was read. */
  pause: (endpoint: WebhookEndpoint, because: 'gone' | 'failing') => Promise<boolean>;
  recordFailure: (accountId: string, failure: WebhookFailure) => Promise<void>;
  /** Keeps a recorded failure without a next try. */
  endFailure: (accountId: string, failure: FailurePlace) => Promise<void>;
  removeFailure: (accountId: string, failure: FailurePlace) => Promise<void>;
  /** Keeps an accepted event for people to look at. Never throws: the event is done. */
  keepAccepted: (accountId: string, accepted: AcceptedEvent) => Promise<void>;
  later: Later;
  random: () => number;
}

/** How an event ended or continues, for the log. It contains no part of the event, its address or the answer. */
export interface Delivered {
  /**
   * `failing`: a retry, after an hour without success. `gaveUp`: no next try. `dropped`: the endpoint is gone or
   * paused. `waits`: the endpoint fails or is slow; the event was not tried.
   */
  outcome: 'delivered' | 'retry' | 'failing' | 'gaveUp' | 'dropped' | 'waits';
  /** The status of the receiver's answer; absent without an answer. */
  status?: number;
  problem?: string;
}

/**
 * Sends an event once, and asks for the next try if it is not accepted; parks an event that is not tried. Throws faults
 * of tables and queues: a receiver may then get the event twice, with the same id.
 */
export async function deliver(delivery: Delivery, ports: WebhookPorts): Promise<Delivered> {
  const { accountId } = delivery;
  const turn = await turnOf(delivery, ports);
  if (turn.turn === 'drop') return drop(delivery, turn.endpoint, ports);
  const { endpoint, atMs } = turn;
  if (turn.turn === 'wait') return park(delivery, ports);
  const posted = await ports.postUnlessSlow(accountId, eventPosting(delivery, endpoint, atMs));
  if (posted === null) {
    await ports.updateLane(endpoint, { slow: true });
    return park(delivery, ports);
  }
  const delivered = await settle(delivery, endpoint, posted, ports);
  if (endpoint.failingSince !== null && delivered.outcome === 'delivered') {
    // The parked events need not wait for a receiver that accepts events again.
    const again = await ports.readAgain(endpoint);
    if (again?.wakeAt) await armNow(again, ports);
  } else if (endpoint.wakeAt !== null) await armIfNeeded(endpoint, ports);
  return delivered;
}

export const isoNow = ({ epochMs }: Pick<WebhookPorts, 'epochMs'>): string =>
  new Date(epochMs()).toISOString();

/** Keeps an event that is not tried until a wake-up of its endpoint tries it. Only tries are counted. */
async function park(delivery: Delivery, ports: WebhookPorts): Promise<Delivered> {
  await ports.park({ ...delivery, waitingSince: isoNow(ports) });
  // A wake-up that ends at this moment either finds the event, or has cleared the `wakeAt` that is read here.
  const endpoint = await ports.readAgain(delivery);
  if (endpoint !== null) await armIfNeeded(endpoint, ports);
  return { outcome: 'waits' };
}

/** The request that sends an event, signed at a time in milliseconds. */
export const eventPosting = (
  { eventId: id, event }: Delivery,
  endpoint: WebhookEndpoint,
  atMs: number,
): Posting => postingOf(endpoint, { id, event }, new Date(atMs));

/** An event about the account itself lies under its id in place of a message's. */
export const failureOf = ({ accountId, event, eventId, endpointId }: Delivery): FailurePlace => ({
  ...{ messageId: event.data.id ?? accountId, eventId, endpointId },
});

/** Ends an event of an endpoint that is gone or paused. */
export async function drop(
  delivery: Delivery,
  endpoint: WebhookEndpoint | null,
  { endFailure, removeFailure }: WebhookPorts,
): Promise<Delivered> {
  if (delivery.attempt > 0) {
    const end = endpoint === null ? removeFailure : endFailure;
    await end(delivery.accountId, failureOf(delivery));
  }
  return { outcome: 'dropped' };
}

export async function settle(
  delivery: Delivery,
  endpoint: WebhookEndpoint,
  posted: Posted,
  ports: WebhookPorts,
): Promise<Delivered> {
  const { status, problem } = posted;
  const { accountId, event, attempt } = delivery;
  const told = { status: status ?? undefined, problem: problem ?? undefined };
  if (problem !== null) return { ...(await fail(delivery, endpoint, posted, ports)), ...told };
  if (endpoint.failingSince !== null) await ports.clearFailures(endpoint);
  const place = failureOf(delivery);
  if (attempt > 0) await ports.removeFailure(accountId, place);
  await ports.keepAccepted(accountId, {
    ...place,
    type: event.type,
    attempts: attempt + 1,
    at: isoNow(ports),
    status: Number(status),
    answer: posted.excerpt,
  });
  return { outcome: 'delivered', ...told };
}

async function fail(
  delivery: Delivery,
  endpoint: WebhookEndpoint,
  posted: Posted,
  ports: WebhookPorts,
): Promise<Delivered> {
  const { random } = ports;
  const { accountId, attempt } = delivery;
  const nowMs = ports.epochMs();
  const at = (ms: number) => new Date(ms).toISOString();
  const lastStatus = posted.status;
  const lastError = [posted.problem, posted.excerpt].filter(Boolean).join(': ');
  const askedMs = askedPauseMs(posted.retryAfter, nowMs);
  const failingMs = nowMs - Date.parse(endpoint.failingSince ?? at(nowMs));
  const retryMs = nowMs + Math.max(endpointPauseMs(failingMs, random), askedMs);
  const tried = { at: at(nowMs), lastStatus, lastError, retryAt: at(retryMs) };
  const counted = await ports.countFailedTry(endpoint, tried);
  if (counted === null) return drop(delivery, null, ports);
  const dead = lastStatus === 410 ? 'gone' : isDead(counted, nowMs) ? 'failing' : null;
  const isPaused = dead !== null && (await ports.pause(counted, dead));
  const pauseMs = isPaused ? null : eventPauseMs(attempt, random);
  const nextMs = pauseMs === null ? null : Math.max(nowMs + pauseMs, retryMs);
  await ports.recordFailure(accountId, {
    ...failureOf(delivery),
    ...{ type: delivery.event.type, attempts: attempt + 1, lastAt: tried.at },
    ...{ lastStatus, lastError, nextAt: nextMs === null ? null : at(nextMs) },
  });
  if (nextMs === null) return { outcome: 'gaveUp' };
  const { waitingSince: _, ...next } = delivery;
  await ask({ ...next, attempt: attempt + 1 }, nextMs, ports);
  return { outcome: isFailing(counted, nowMs) ? 'failing' : 'retry' };
}

/** Asks the queue for an event again. Its name is new, because a schedule that is used up may still exist. */
function ask(delivery: Delivery, notBeforeMs: number, { later, epochMs }: WebhookPorts) {
  const { eventId, endpointId } = delivery;
  const name = `${eventId}-${endpointId.slice(3)}-${epochMs().toString(36)}`;
  return later('webhooks', { ...delivery }, notBeforeMs, name);
}
