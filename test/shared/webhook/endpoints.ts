import { randomBytes } from 'node:crypto';
import type { WebhookEndpoint } from '../../../shared/webhook/endpoint.ts';
import type { WebhookFailure } from '../../../shared/webhook/failure.ts';
import { mintWebhookSecret } from '../../../shared/webhook/webhook-signature.ts';

/** An active endpoint that has not failed, with a new secret. */
export function webhookEndpoint(change: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  return {
    accountId: 'acc_1',
    endpointId: 'wh_1',
    url: 'https://hooks.example.com/postrider',
    types: null,
    test: false,
    secrets: [{ secret: mintWebhookSecret(randomBytes), until: null }],
    state: 'ACTIVE',
    pausedBecause: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    failingSince: null,
    failures: 0,
    retryAt: null,
    wakeAt: null,
    slow: false,
    lastStatus: null,
    lastError: null,
    ...change,
  };
}

/** The failure of a bounce's event, after one try. */
export function webhookFailure(change: Partial<WebhookFailure> = {}): WebhookFailure {
  return {
    messageId: '01KQHFP6800000000000000001',
    eventId: 'evt_1',
    endpointId: 'wh_1',
    type: 'message.bounced',
    attempts: 1,
    lastAt: '2026-11-20T10:00:00.000Z',
    lastStatus: 500,
    lastError: 'the receiver answered 500',
    nextAt: '2026-11-20T10:00:05.000Z',
    ...change,
  };
}
