import type { WakeUps } from '../../shared/adapters/later.ts';
import { type Table, tableWithin } from '../../shared/adapters/tables/dynamodb.ts';
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
import type { Posted } from '../../shared/adapters/webhook-http.ts';
import type { Deadline } from '../../shared/deadline.ts';
import type { WebhookEndpoint } from '../../shared/webhook/endpoint.ts';
import type { Posting } from '../../shared/webhook/posting.ts';
import type { WebhookPorts } from './run.ts';

/** How long an endpoint that does not fail is kept, in milliseconds, and how many are. */
const keptMs = 30_000;
const maxKept = 1000;

/** How long a receiver may take, and how long is reserved for what follows its answer, in milliseconds. */
const longestAnswerMs = 15_000;
const afterAnswerMs = 3000;

/** The adapters that a container (a Lambda execution environment) creates once and uses for all its events. */
export interface ContainerPorts extends Pick<WebhookPorts, 'epochMs' | 'random'> {
  messages: Table;
  post: (posting: Posting, timeoutMs: number) => Promise<Posted>;
  wakeUps: (deadline: Deadline) => Pick<WakeUps, 'later'>;
}

/**
 * Makes the ports of one event from those of its container. Every call times out before the function does. The container
 * keeps endpoints whose last try succeeded, and reads all others anew.
 */
export function containerPorts({
  messages: whole,
  post,
  wakeUps,
  ...ports
}: ContainerPorts): (deadline: Deadline) => WebhookPorts {
  const kept = new Map<string, { untilMs: number; endpoint: WebhookEndpoint }>();

  const keep = (endpointId: string, endpoint: WebhookEndpoint | null) => {
    kept.delete(endpointId);
    if (endpoint?.state !== 'ACTIVE' || endpoint.retryAt !== null) return endpoint;
    kept.set(endpointId, { untilMs: ports.epochMs() + keptMs, endpoint });
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return endpoint;
  };

  return (deadline) => {
    const messages = tableWithin(whole, deadline);
    return {
      ...ports,
      post: (posting) => {
        const leftMs = deadline.sooner(afterAnswerMs).leftMs();
        return post(posting, Math.min(longestAnswerMs, leftMs));
      },
      readEndpoint: async ({ accountId, endpointId }) => {
        const known = kept.get(endpointId);
        if (known?.endpoint.accountId === accountId && ports.epochMs() < known.untilMs) {
          return known.endpoint;
        }
        return keep(endpointId, await readEndpoint(messages, accountId, endpointId));
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
      later: wakeUps(deadline).later,
    };
  };
}
