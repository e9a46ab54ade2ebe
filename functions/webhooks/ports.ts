import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { WakeUps } from '../../shared/adapters/later.ts';
import { keepAccepted } from '../../shared/adapters/tables/accepted-events-table.ts';
import type { Table } from '../../shared/adapters/tables/dynamodb.ts';
import {
  listParked,
  parkEvent,
  removeParked,
} from '../../shared/adapters/tables/parked-events-table.ts';
import {
  countFailedTry,
  readEndpoint,
  updateEndpoint,
} from '../../shared/adapters/tables/webhook-endpoints-table.ts';
import {
  endFailure,
  recordFailure,
  removeFailure,
} from '../../shared/adapters/tables/webhook-failures-table.ts';
import { freeSlot, takeSlot } from '../../shared/adapters/tables/webhook-slots-table.ts';
import type { Posted } from '../../shared/adapters/webhook-http.ts';
import { deadlineOf } from '../../shared/deadline.ts';
import type { EndpointPlace, WebhookEndpoint } from '../../shared/webhook/endpoint.ts';
import type { Posting } from '../../shared/webhook/posting.ts';
import { delivery } from './delivery.ts';
import { maxListed } from './parked.ts';
import { slowMs, type WakePorts } from './wake.ts';

/** How long the container keeps an endpoint that does not fail, in milliseconds, and how many endpoints it keeps. */
const keptMs = 30_000;
const maxKept = 1000;

/** The receiver's time limit, and the time reserved for the work after its answer, in milliseconds. */
const longestAnswerMs = 15_000;
const afterAnswerMs = 3000;

/** Longer than the function runs, in milliseconds: a function that stopped gives its slot back after this. */
const slotMs = 30_000;

/** The most slow requests of an account at once, however many executions there are. */
const mostSlots = 10;

/** An account holds at most half of the executions with slow requests, and at least one. */
export const slotsOf = (executions: number) =>
  Math.min(mostSlots, Math.max(1, Math.floor(executions / 2)));

export interface WebhookClients extends Pick<WakePorts, 'epochMs' | 'random'> {
  messages: Table;
  /** The signal ends the request. */
  post: (posting: Posting, timeoutMs: number, signal: AbortSignal) => Promise<Posted>;
  slots: number;
  /** Resolves with null when a request that begins now is slow. Default: after `slowMs`. */
  untilSlow?: (signal: AbortSignal) => Promise<null>;
  wakeUps: Pick<WakeUps, 'later'>;
}

/** Makes the ports of a container. Every call ends before the function does. Only endpoints that work are cached. */
export function webhookPorts({
  messages,
  post: postWithin,
  wakeUps,
  slots,
  untilSlow = (signal) => setTimeout(slowMs, null, { signal }),
  ...ports
}: WebhookClients): Omit<WakePorts, 'told'> {
  const kept = new Map<string, { untilMs: number; endpoint: WebhookEndpoint }>();

  const keep = (endpointId: string, endpoint: WebhookEndpoint | null) => {
    kept.delete(endpointId);
    const isHealthy = endpoint?.state === 'ACTIVE' && endpoint.retryAt === null;
    if (!isHealthy || endpoint.slow || endpoint.wakeAt !== null) return endpoint;
    kept.set(endpointId, { untilMs: ports.epochMs() + keptMs, endpoint });
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return endpoint;
  };

  const leftMs = () => deadlineOf().sooner(afterAnswerMs).leftMs();
  const post = (posting: Posting, { signal } = new AbortController()) =>
    postWithin(posting, Math.min(longestAnswerMs, leftMs()), signal);
  const readAgain = async ({ accountId, endpointId }: EndpointPlace) =>
    keep(endpointId, await readEndpoint(messages, accountId, endpointId));
  const inSlot: WakePorts['inSlot'] = async (accountId, work) => {
    const nowMs = ports.epochMs();
    const lease = { slots, nowMs, untilMs: nowMs + slotMs };
    const slot = await takeSlot(messages, accountId, lease);
    if (slot === null) return null;
    try {
      return await work();
    } finally {
      // If this fails, the slot's lease expires.
      await freeSlot(messages, slot).catch(() => undefined);
    }
  };
  return {
    ...ports,
    post,
    postUnlessSlow: async (accountId, posting) => {
      const cut = new AbortController();
      const timer = new AbortController();
      const answer = post(posting, cut);
      try {
        const quick = await Promise.race([answer, untilSlow(timer.signal)]);
        if (quick !== null) return quick;
      } finally {
        timer.abort();
      }
      const posted = await inSlot(accountId, () => answer);
      if (posted !== null) return posted;
      cut.abort();
      const last = await answer;
      return last.status === null ? null : last;
    },
    inSlot,
    mayTry: () => leftMs() >= longestAnswerMs,
    readAgain,
    readEndpoint: async (place) => {
      const known = kept.get(place.endpointId);
      const isKnown = known?.endpoint.accountId === place.accountId;
      return isKnown && ports.epochMs() < known.untilMs ? known.endpoint : readAgain(place);
    },
    park: (parked) => parkEvent(messages, parked, ports.epochMs()),
    listParked: async (place) =>
      z.array(delivery).parse(await listParked(messages, place, maxListed)),
    unpark: (parked) => removeParked(messages, parked),
    updateLane: async (endpoint, change) => {
      kept.delete(endpoint.endpointId);
      const { wakeAt } = endpoint;
      return (await updateEndpoint(messages, endpoint, change, { wakeAt })) !== null;
    },
    reserveTry: (endpoint, until) => {
      const { retryAt } = endpoint;
      return updateEndpoint(messages, endpoint, { retryAt: until }, { state: 'ACTIVE', retryAt });
    },
    countFailedTry: async (place, failed) =>
      keep(place.endpointId, await countFailedTry(messages, place, failed)),
    clearFailures: async (place) => {
      const none = { failingSince: null, failures: 0, retryAt: null };
      const change = { ...none, lastStatus: null, lastError: null };
      keep(place.endpointId, await updateEndpoint(messages, place, change));
    },
    pause: async (endpoint, pausedBecause) => {
      const change = { state: 'PAUSED', pausedBecause } as const;
      const { failingSince } = endpoint;
      const only = { state: 'ACTIVE', failingSince } as const;
      return (await updateEndpoint(messages, endpoint, change, only)) !== null;
    },
    recordFailure: (...recorded) => recordFailure(messages, ...recorded),
    endFailure: (...ended) => endFailure(messages, ...ended),
    removeFailure: (...removed) => removeFailure(messages, ...removed),
    keepAccepted: (...kept) => keepAccepted(messages, ...kept).catch(() => {}),
    later: wakeUps.later,
  };
}
