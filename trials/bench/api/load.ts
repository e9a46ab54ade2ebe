import autocannon from 'autocannon';
import { median, quantile } from '../rounds.ts';
import { type Caller, renderBody } from './callers.ts';

/** Requests that were answered within a stretch of time. */
export interface Load {
  requestsPerSecond: number;
  /** Milliseconds that an answer took. */
  p50: number;
  p95: number;
  p99: number;
}

export interface LoadOptions {
  url: string;
  callers: readonly Caller[];
  connections: number;
}

/** How much is asked: for so long, or so many times. */
export type Amount = { seconds: number } | { requests: number };

/**
 * Asks for renderings over so many connections, each of which goes through all callers in turn from
 * one of its own. Throws where a single one is not answered with a 200.
 */
export async function load(options: LoadOptions, amount: Amount): Promise<Load> {
  const { errors, timeouts, times, statuses, seconds } = await fire(options, amount);
  const refused = [...statuses].filter((status) => status !== 200);
  if (refused.length > 0) throw new Error(`${options.url} answered ${refused.join(', ')}`);
  if (errors + timeouts > 0) throw new Error(`${options.url} left ${errors + timeouts} unanswered`);
  return {
    requestsPerSecond: times.length / seconds,
    p50: median(times),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
  };
}

/** The times are autocannon's own, but unrounded; the stretch ends with the last answer. */
function fire({ url, callers, connections }: LoadOptions, amount: Amount) {
  const options: autocannon.Options = {
    url,
    connections,
    method: 'POST',
    body: renderBody(),
    ...('seconds' in amount ? { duration: amount.seconds } : { amount: amount.requests }),
  };
  let opened = 0;
  const setupClient = (client: autocannon.Client) => {
    const at = Math.floor((opened++ * callers.length) / connections);
    client.setRequests([...callers.slice(at), ...callers.slice(0, at)].map(requestOf));
  };
  const times: number[] = [];
  const statuses = new Set<number>();
  let [startMs, endMs] = [0, 0];
  return new Promise<Fired>((resolve, reject) => {
    autocannon({ ...options, setupClient }, (error, { errors, timeouts }) => {
      if (error) return reject(error);
      resolve({ errors, timeouts, times, statuses, seconds: (endMs - startMs) / 1000 });
    })
      .on('start', () => {
        startMs = performance.now();
      })
      .on('response', (_client, status, _bytes, ms) => {
        times.push(ms);
        statuses.add(status);
        endMs = performance.now();
      });
  });
}

interface Fired {
  errors: number;
  timeouts: number;
  /** Milliseconds of each answer. */
  times: readonly number[];
  statuses: ReadonlySet<number>;
  seconds: number;
}

const requestOf = ({ secret }: Caller): autocannon.Request => ({
  headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
});
