import type { FlowMail } from '../engine/flow/ports.ts';
import { formatAddress } from '../engine/verify/address.ts';
import type { MessageRecipient, MessageRecord } from '../message/message.ts';
import { leaseMs } from '../message/message-states.ts';
import type { Recipient, Recipients } from '../message/recipients.ts';
import type { DeliveryRoute } from './delivery-route.ts';

/** The account, key, request, template, branch and language of a message, and the caller's name of it. */
export type Origin = Pick<
  MessageRecord,
  | 'accountId'
  | 'keyId'
  | 'requestId'
  | 'templateId'
  | 'revision'
  | 'branchedTo'
  | 'messageId'
  | 'owner'
  | 'reference'
  | 'language'
  | 'againOf'
  | 'door'
>;

export const dayMs = 24 * 60 * 60 * 1000;

/** The time, in seconds since 1970, after which a record that is kept for `days` is no longer shown. */
export function daysFrom(nowMs: number, days: number): number {
  return Math.floor((nowMs + days * dayMs) / 1000);
}

export function sendingRecord(
  origin: Origin,
  { subject, files, recipients }: Pick<FlowMail<Recipients>, 'subject' | 'files' | 'recipients'>,
  route: DeliveryRoute,
  {
    trace,
    nowMs,
    retentionDays,
  }: { trace: readonly unknown[]; nowMs: number; retentionDays: number },
): MessageRecord {
  return {
    ...origin,
    subject,
    recipients: recipientsOf(route.recipients),
    redirectedTo: 'redirectedTo' in route ? route.redirectedTo : undefined,
    leftOut: 'leftOut' in route ? route.leftOut : undefined,
    attachments: files?.map(({ name, bytes }) => ({ name, bytes })),
    replyTo: recipients.thread,
    state: 'SENDING',
    leaseUntilMs: nowMs + leaseMs,
    createdAt: new Date(nowMs).toISOString(),
    settledAt: null,
    sesMessageId: null,
    error: null,
    answer: null,
    reported: null,
    events: [],
    trace,
    expiresAt: daysFrom(nowMs, retentionDays),
  };
}

function recipientsOf({ to, cc, bcc }: Recipients): MessageRecipient[] {
  return [to].map(toField('_to')).concat(cc.map(toField('_cc')), bcc.map(toField('_bcc')));
}

function toField(field: MessageRecipient['field']) {
  return ({ address }: Recipient): MessageRecipient => ({
    address: formatAddress(address),
    field,
  });
}
