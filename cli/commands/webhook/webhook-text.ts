import type { Delivery } from '../../../shared/manage/webhooks/send-event.ts';
import type { WebhookFailure } from '../../../shared/manage/webhooks/webhook-failures.ts';
import { knownAfterSeconds, type Webhook } from '../../../shared/manage/webhooks/webhooks.ts';
import { localTime } from '../../terminal/local-time.ts';
import { table } from '../../terminal/result.ts';

export const knownSentence = `The change takes effect within ${knownAfterSeconds} seconds.`;

/** A webhook as JSON: without its account, which the command names. */
export function webhookJson(webhook: Webhook): object {
  const { id, url, types, test, state, pausedBecause, createdAt } = webhook;
  const { failingSince, failures, retryAt, lastStatus, lastError } = webhook;
  return {
    ...{ id, url, types, test, state, pausedBecause, createdAt },
    ...{ failingSince, failures, retryAt, lastStatus, lastError },
  };
}

export function webhookTable(webhooks: readonly Webhook[]): string {
  const rows = webhooks.map((webhook) => [
    webhook.id,
    webhook.url,
    typesText(webhook),
    stateText(webhook),
  ]);
  return table(['WEBHOOK', 'ADDRESS', 'EVENTS', 'STATE'], rows);
}

export function webhookFields(webhook: Webhook): [string, string | undefined][] {
  const { id, url, createdAt, failures, retryAt, lastError } = webhook;
  const rows: [string, string | undefined][] = [
    ['webhook', id],
    ['address', url],
    ['events', typesText(webhook)],
    ['state', stateText(webhook)],
    ['failed tries', failures > 0 ? String(failures) : undefined],
    ['last answer', lastError ?? undefined],
    ['next try', retryAt === null ? undefined : localTime(retryAt)],
    ['created', localTime(createdAt)],
  ];
  return rows.filter(([, value]) => value !== undefined);
}

export function typesText({ types, test }: Pick<Webhook, 'types' | 'test'>): string {
  return `${types?.join(' ') ?? 'all'}${test ? ', also of test keys' : ''}`;
}

const reasons = {
  asked: 'paused',
  gone: 'paused: it answered 410',
  failing: 'paused: every try failed for three days',
};

function stateText({ pausedBecause, failingSince }: Webhook): string {
  if (pausedBecause !== null) return reasons[pausedBecause];
  return failingSince === null ? 'active' : `failing since ${localTime(failingSince)}`;
}

export function failureTable(failures: readonly WebhookFailure[]): string {
  const rows = failures.map((failure) => [
    failure.eventId,
    failure.type,
    failure.messageId,
    failure.webhookId,
    failure.attempts,
    failure.lastError ?? '',
    failure.nextAt === null ? 'none' : localTime(failure.nextAt),
  ]);
  const headings = ['EVENT', 'TYPE', 'MESSAGE', 'WEBHOOK', 'TRIES', 'LAST ANSWER', 'NEXT TRY'];
  return table(headings, rows);
}

export function deliveryText({ status, error }: Delivery): string {
  return error === null ? `accepted with ${status}` : `not accepted: ${error}`;
}
