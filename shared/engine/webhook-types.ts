/** Types by state. The first five report on a recipient, the next four end a message whose caller did not wait. */
export const messageEventTypes = {
  DELIVERED: 'message.delivered',
  DELAYED: 'message.delayed',
  BOUNCED: 'message.bounced',
  REJECTED: 'message.rejected',
  COMPLAINED: 'message.complained',
  SENT: 'message.sent',
  FAILED: 'message.failed',
  UNKNOWN: 'message.unknown',
  CANCELLED: 'message.cancelled',
  REPLIED: 'message.replied',
} as const;

/** A type of events that are about a message. An endpoint can be limited to some of them. */
export type MessageEventType = (typeof messageEventTypes)[keyof typeof messageEventTypes];

/** Types by the state that an account's sending has now. */
export const accountEventTypes = { PAUSED: 'account.paused', ACTIVE: 'account.resumed' } as const;

export type AccountEventType = (typeof accountEventTypes)[keyof typeof accountEventTypes];

/** A type of events that an endpoint can be limited to. */
export type SelectableType = MessageEventType | AccountEventType;

export const selectableTypes: readonly SelectableType[] = [
  ...Object.values(messageEventTypes),
  ...Object.values(accountEventTypes),
];

/** A type of events. `webhook.test` is sent when an operator asks for it. */
export type WebhookType = SelectableType | 'webhook.test';
