import autocannon from 'autocannon';
import type { Account } from '../../harness/accounts.ts';
import { median, quantile } from '../../harness/statistics.ts';
import { smallMail, smallMailTemplate } from '../render/mails.ts';

/** The rate and the times of the requests of one run. */
export interface Load {
  requestsPerSecond: number;
  /** Milliseconds from request to answer. */
  p50: number;
  p95: number;
  p99: number;
}

export interface LoadOptions {
  url: string;
  accounts: readonly Account[];
  connections: number;
}

/** The body of a request that renders the mail of 12 KB. */
export const renderBody = JSON.stringify({
  template_id: smallMailTemplate.templateId,
  variables: smallMail.variables,
});

export const headersOf = (secret: string) => ({
  authorization: `Bearer ${secret}`,
  'content-type': 'application/json',
});

/**
 * Sends render requests for `duration` seconds, or `amount` of them. Each connection uses all accounts in turn and starts
 * at a different one. Throws if any answer is not a 200.
 */
export async function load(
  { url, accounts, connections }: LoadOptions,
  amount: { duration: number } | { amount: number },
): Promise<Load> {
  let opened = 0;
  const setupClient = (client: autocannon.Client) => {
    const at = Math.floor((opened++ * accounts.length) / connections);
    const inTurn = [...accounts.slice(at), ...accounts.slice(0, at)];
    client.setRequests(inTurn.map(({ secret }) => ({ headers: headersOf(secret) })));
  };
  const times: number[] = [];
  const statuses = new Set<number>();
  let [startMs, endMs] = [0, 0];
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const run = autocannon(
    { url, connections, method: 'POST', body: renderBody, setupClient, ...amount },
    (error, result) => (error ? reject(error) : resolve(result)),
  );
  run.on('start', () => {
    startMs = performance.now();
  });
  // Autocannon's own times, but not rounded.
  run.on('response', (_client, status, _bytes, ms) => {
    times.push(ms);
    statuses.add(status);
    endMs = performance.now();
  });
  const { errors, timeouts } = await promise;
  const refused = [...statuses].filter((status) => status !== 200);
  if (refused.length > 0) throw new Error(`${url} answered ${refused.join(', ')}`);
  if (errors + timeouts > 0) throw new Error(`${url} did not answer ${errors + timeouts}`);
  return {
    requestsPerSecond: (times.length * 1000) / (endMs - startMs),
    p50: median(times),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
  };
}
