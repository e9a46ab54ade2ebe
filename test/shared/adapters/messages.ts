import type { ReportedEvent } from '../../../shared/message/apply-event.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';

/** A message that is about to be sent. */
export function aMessage(change: Partial<MessageRecord> = {}): MessageRecord {
  return {
    ...{ accountId: 'acc_1', messageId: '01KA0000000000000000000000', requestId: 'r-1' },
    ...{ keyId: 'key_1', templateId: 'hello', revision: 3, subject: 'Grüße' },
    recipients: [
      { address: 'ada@example.org', field: '_to' },
      { address: "o'b.c+d@example.org", field: '_cc' },
    ],
    ...{ state: 'SENDING', owner: 'owner-1', leaseUntilMs: 20_000 },
    ...{ createdAt: '2026-11-21T10:00:00.000Z', settledAt: null, sesMessageId: null },
    ...{ error: null, answer: null, reported: null, events: [] },
    trace: [{ node: 'mail', type: 'template', outcome: 'rendered', ms: 0.12 }],
    expiresAt: 4_000_000_000,
    ...change,
  };
}

/** A report of SES about its first recipient. */
export function anEvent(change: Partial<ReportedEvent> = {}): ReportedEvent {
  return {
    ...{ eventId: 'event-1', sesMessageId: 'ses-1', state: 'DELIVERED' },
    ...{ at: '2026-11-21T10:00:05.000Z', addresses: ['ada@example.org'] },
    ...{ category: null, reason: null },
    ...change,
  };
}
