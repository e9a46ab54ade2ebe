import { updateEndpoint } from '../../../shared/adapters/tables/webhook-endpoints-table.ts';
import { recordFailure } from '../../../shared/adapters/tables/webhook-failures-table.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { addWebhook, listWebhooks } from '../../../shared/manage/webhooks/webhooks.ts';
import { withReports } from '../../../shared/message/apply-event.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';
import { eventsOfMessage } from '../../../shared/webhook/webhook-event.ts';

const hourMs = 60 * 60 * 1000;

/** The webhooks: which events each gets, and how it refuses. */
const rows = [
  { url: 'https://hooks.northwind.example/mail', types: ['message.complained'], refuses: null },
  {
    url: 'https://billing.northwind.example/hooks/mail',
    types: ['message.bounced', 'message.complained'],
    refuses: {
      lastStatus: 500,
      lastError: 'the receiver answered 500: {"error":"database is read-only"}',
    },
  },
  {
    url: 'https://crm.globex.example/in/postrider',
    types: null,
    refuses: { lastStatus: null, lastError: 'connect ECONNREFUSED 203.0.113.9:443' },
  },
] as const;

/** Adds the webhooks that the account lacks, by their addresses. Of each that refuses, it records failed events. */
export async function fillWebhooks(
  ago: (days: number) => ManagePorts,
  accountId: string,
  records: readonly MessageRecord[],
  nowMs: number,
): Promise<void> {
  const { messages } = ago(0);
  const known = await listWebhooks(ago(0), accountId);
  const iso = (ms: number) => new Date(ms).toISOString();
  const bounced = records.filter(({ reported }) => reported === 'BOUNCED').slice(-18);
  for (const { url, types, refuses } of rows) {
    if (known.some((webhook) => webhook.url === url)) continue;
    const ports = { ...ago(45), sendsEvents: true, post: {} };
    const { id: endpointId } = await addWebhook(ports, accountId, { url, types });
    if (refuses === null) continue;
    for (const [index, record] of bounced.entries()) {
      for (const { id: eventId, event } of eventsOfMessage(withReports(record, []), [])) {
        const lastAt = iso(nowMs - (bounced.length - index) * 0.25 * hourMs);
        const tries = {
          attempts: 2 + (index % 6),
          nextAt: iso(nowMs + (1 + (index % 5)) * hourMs),
        };
        const { messageId } = record;
        const failure = { messageId, eventId, endpointId, type: event.type, lastAt, ...tries };
        await recordFailure(messages, accountId, { ...failure, ...refuses });
      }
    }
    const failing = { failingSince: iso(nowMs - 5 * hourMs), retryAt: iso(nowMs + hourMs) };
    const place = { accountId, endpointId };
    await updateEndpoint(messages, place, { ...failing, failures: 41, ...refuses });
  }
}
