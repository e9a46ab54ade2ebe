import { type AccountAnnouncer, type Announcer, announcer } from '../webhook/announce.ts';
import type { Receiver } from '../webhook/endpoint.ts';
import { readLaterSettings, type WakeUps, wakeUps } from './later.ts';
import type { Table } from './tables/dynamodb.ts';
import { readMessage } from './tables/messages-table.ts';
import { readReports } from './tables/messages-table-reports.ts';
import { readSuppressed } from './tables/suppression-table.ts';
import { listReceivers } from './tables/webhook-endpoints-table.ts';

/** How long the endpoints of an account are cached, in milliseconds, and the maximum number of cached accounts. */
const keptMs = 30_000;
const maxKept = 1000;

/** The announcer of one container, with the queue that the environment names. Undefined if it names none. */
export function readAnnouncer(messages: Table): (Announcer & AccountAnnouncer) | undefined {
  const settings = readLaterSettings();
  return settings?.queues.webhooks ? announcerOf(messages, wakeUps(settings)) : undefined;
}

/** Makes the announcer of one container. It reads an account's endpoints at most once in 30 s. */
export function announcerOf(
  messages: Table,
  { later }: Pick<WakeUps, 'later'>,
  epochMs: () => number = Date.now,
): Announcer & AccountAnnouncer {
  const kept = new Map<string, { until: number; endpoints: Promise<Receiver[]> }>();

  const endpointsOf = (accountId: string) => {
    const known = kept.get(accountId);
    if (known && epochMs() < known.until) return known.endpoints;
    const endpoints = listReceivers(messages, accountId);
    kept.delete(accountId);
    kept.set(accountId, { until: epochMs() + keptMs, endpoints });
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    endpoints.catch(() => kept.delete(accountId));
    return endpoints;
  };

  return announcer({
    endpoints: endpointsOf,
    readReported: async ({ accountId, messageId }) => {
      const message = await readMessage(messages, accountId, messageId);
      return message && readReports(messages, message);
    },
    readSuppressed: (accountId, address) => readSuppressed(messages, accountId, address),
    later,
  });
}
