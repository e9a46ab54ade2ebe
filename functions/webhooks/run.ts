import type { FailedTry } from '../../shared/adapters/tables/webhook-endpoints-table.ts';
import type { Posted } from '../../shared/adapters/webhook-http.ts';
import type { Later } from '../../shared/later.ts';
import type { EndpointPlace, WebhookEndpoint } from '../../shared/webhook/endpoint.ts';
import type { FailurePlace, WebhookFailure } from '../../shared/webhook/failure.ts';
import { type Posting, postingOf } from '../../shared/webhook/posting.ts';
import {
  askedPauseMs,
  endpointPauseMs,
  eventPauseMs,
  isDead,
  isFailing,
  longestWaitMs,
} from './tries.ts';
import { type TurnPorts, turnOf } from './turn.ts';

/** An event for an endpoint, as the queue gives it. */
export interface Delivery extends EndpointPlace {
  eventId: string;
  /** It is sent as it is. */
  event: { type: string; timestamp: string; data: { id: string } };
  /** The number of tries before. */
  attempt: number;
  /** ISO 8601, since when it waits for an endpoint that fails. Absent: it does not wait. */
  waitingSince?: string | undefined;
}

export interface WebhookPorts extends TurnPorts {
  /** Never throws. */
  post: (posting: Posting) => Promise<Posted>;
  countFailedTry: (place: EndpointPlace, failed: FailedTry) => Promise<WebhookEndpoint | null>;
  /** Forgets the failed tries of an endpoint. */
  clearFailures: (place: EndpointPlace) => Promise<void>;
  /** Pauses an active endpoint; false if it is not active any more, or a try has succeeded since it was read. */
  pause: (endpoint: WebhookEndpoint, because: 'gone' | 'failing') => Promise<boolean>;
  recordFailure: (accountId: string, failure: WebhookFailure) => Promise<void>;
  /** Keeps a recorded failure without a next try. */
  endFailure: (accountId: string, failure: FailurePlace) => Promise<void>;
  removeFailure: (accountId: string, failure: FailurePlace) => Promise<void>;
  later: Later;
  random: () => number;
}

/** How an event ended, or what comes next, for the log: nothing of the event, of its address or of the answer. */
export interface Delivered {
  /**
   * `delivered`, `retry`: there is a next try; `failing`: the same, and the endpoint has accepted nothing for an hour or
   * longer; `gaveUp`: there is none; `dropped`: the endpoint is gone or paused;
   * `waits`: the endpoint fails, and the event was not tried.
   */
  outcome: 'delivered' | 'retry' | 'failing' | 'gaveUp' | 'dropped' | 'waits';
  /** The status of the receiver's answer; absent without an answer. */
  status?: number;
  /** Why the receiver did not accept it. */
  problem?: string;
}

/**
 * Sends an event to an endpoint once, and asks for the next try if the receiver does not accept it. Throws faults of the
 * tables and of the queues: the queue then gives the event again. A receiver may get an event twice, with the same id.
 */
export async function deliver(delivery: Delivery, ports: WebhookPorts): Promise<Delivered> {
  const turn = await turnOf(delivery, ports);
  if (turn.turn === 'drop') return drop(delivery, turn.endpoint, ports);
  const { endpoint, atMs } = turn;
  return turn.turn === 'wait'
    ? wait(delivery, endpoint, atMs, ports)
    : send(delivery, endpoint, atMs, ports);
}

const failureOf = ({ event, eventId, endpointId }: Delivery): FailurePlace => ({
  ...{ messageId: event.data.id, eventId, endpointId },
});

async function drop(
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

/** Puts an event that is not tried back into the queue. Only tries are counted. */
async function wait(
  delivery: Delivery,
  { lastStatus, lastError }: WebhookEndpoint,
  untilMs: number,
  ports: WebhookPorts,
): Promise<Delivered> {
  const nowMs = ports.epochMs();
  const now = new Date(nowMs).toISOString();
  const { accountId, attempt, waitingSince = now } = delivery;
  if (nowMs - Date.parse(waitingSince) >= longestWaitMs) {
    await ports.recordFailure(accountId, {
      ...failureOf(delivery),
      ...{ type: delivery.event.type, attempts: attempt, lastAt: now },
      ...{ lastStatus, lastError, nextAt: null },
    });
    return { outcome: 'gaveUp' };
  }
  // Those that wait together do not all come at once.
  const restMs = (untilMs - nowMs) * 0.5 * ports.random();
  await ask({ ...delivery, waitingSince }, untilMs + restMs, ports);
  return { outcome: 'waits' };
}

async function send(
  delivery: Delivery,
  endpoint: WebhookEndpoint,
  atMs: number,
  ports: WebhookPorts,
): Promise<Delivered> {
  const { accountId, eventId, event, attempt } = delivery;
  const posted = await ports.post(postingOf(endpoint, { id: eventId, event }, new Date(atMs)));
  const { status, problem } = posted;
  const told = { ...(status !== null && { status }), ...(problem !== null && { problem }) };
  if (problem !== null) return { ...(await fail(delivery, endpoint, posted, ports)), ...told };
  if (endpoint.failingSince !== null) await ports.clearFailures(endpoint);
  if (attempt > 0) await ports.removeFailure(accountId, failureOf(delivery));
  return { outcome: 'delivered', ...told };
}

/** Records a failed try, and asks for the next one. */
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
