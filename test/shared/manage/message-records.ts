import type {
  MessageEvent,
  MessageRecipient,
  MessageRecord,
} from '../../../shared/message/message.ts';

/** A message to Ada that SES accepted on the first of May 2026, without a report. */
export function messageRecord(changes: Partial<MessageRecord> = {}): MessageRecord {
  return {
    ...{ accountId: 'acc_1', messageId: '01KQHFP6800000000000000001', requestId: 'request-1' },
    ...{ keyId: 'key_1', templateId: 'welcome', revision: 3, subject: 'Welcome, Ada' },
    recipients: [recipient('ada@example.com')],
    state: 'SENT',
    owner: 'owner-1',
    leaseUntilMs: Date.parse('2026-05-01T10:00:20Z'),
    ...{ createdAt: '2026-05-01T10:00:00.000Z', settledAt: '2026-05-01T10:00:00.250Z' },
    ...{ sesMessageId: '0100-ses-1', error: null },
    answer: '{"success":true,"type":"sent","messageId":"0100-ses-1"}',
    ...{ reported: null, events: [] },
    trace: [
      { node: 'check', type: 'verification', outcome: 'passed', ms: 0.5 },
      { node: 'template', type: 'template', outcome: 'rendered', ms: 1.25 },
      { node: 'send', type: 'provider', outcome: 'sent', ms: 90 },
    ],
    expiresAt: Date.parse('2026-05-31T10:00:00Z') / 1000,
    ...changes,
  };
}

export const recipient = (
  address: string,
  field: MessageRecipient['field'] = '_to',
): MessageRecipient => ({ address, field });

/** A report about Ada's mail, one second after the send. */
export function report(changes: Partial<MessageEvent> = {}): MessageEvent {
  return {
    ...{ eventId: 'event-1', state: 'DELIVERED', at: '2026-05-01T10:00:01.000Z' },
    ...{ addresses: ['ada@example.com'], category: null, reason: null },
    ...changes,
  };
}
