import type { Delivery } from '../engine/flow/delivery.ts';
import type { FlowOutcome } from '../engine/flow/outcome.ts';
import type { FlowRun } from '../engine/flow/run-flow.ts';
import {
  maxReasonCharacters,
  maxRecipients,
  maxRefusedAddressCharacters,
  maxRefusedRecipientsCharacters,
} from '../engine/limits.ts';
import { formatAddress } from '../engine/verify/address.ts';
import { parseMailbox, splitMailboxList } from '../message/mailbox.ts';
import type { MessageRecipient, MessageRecord } from '../message/message.ts';
import { isReference } from '../message/reference.ts';
import { daysFrom, type Origin } from './message-record.ts';

type Refused = Extract<FlowOutcome, { type: 'validation_failed' | 'flow_error' }>;

/** Whether the flow refused the request, so that it made no mail. */
export function isRefused(outcome: FlowOutcome): outcome is Refused {
  return outcome.type === 'validation_failed' || outcome.type === 'flow_error';
}

/**
 * The record of a request that the flow refused, with its recipients as given, and never a variable's value. Every text
 * has a bound.
 */
export function refusedRecord(
  origin: Origin,
  delivery: Delivery,
  { outcome, trace }: { outcome: Refused; trace: FlowRun['trace'] },
  { nowMs, retentionDays }: { nowMs: number; retentionDays: number },
): MessageRecord {
  const now = new Date(nowMs).toISOString();
  const { reference } = origin;
  return {
    ...origin,
    reference: reference && isReference(reference) ? reference : undefined,
    subject: '',
    recipients: recipientsAsGiven(delivery),
    state: 'REFUSED',
    leaseUntilMs: nowMs,
    createdAt: now,
    settledAt: now,
    sesMessageId: null,
    error: shown(outcome.error, maxReasonCharacters),
    field: 'field' in outcome ? shown(outcome.field, maxReasonCharacters) : undefined,
    answer: null,
    reported: null,
    events: [],
    trace,
    expiresAt: daysFrom(nowMs, retentionDays),
  };
}

const fields = ['_to', '_cc', '_bcc'] as const;

/**
 * The recipients of a request, whether or not they are addresses, which are stored without their names, as in the
 * record of a mail.
 */
function recipientsAsGiven(delivery: Delivery): MessageRecipient[] {
  const found = new Map<string, MessageRecipient>();
  let left = maxRefusedRecipientsCharacters;
  for (const field of fields) {
    const given = delivery[field] ?? '';
    for (const entry of field === '_to' ? [given] : splitMailboxList(given, maxRecipients)) {
      const address = asGiven(entry);
      if (address === '' || found.has(address)) continue;
      left -= address.length;
      if (left < 0 || found.size === maxRecipients) return [...found.values()];
      found.set(address, { address, field });
    }
  }
  return [...found.values()];
}

function asGiven(entry: string): string {
  const parsed = parseMailbox(entry);
  if (parsed.ok) return formatAddress(parsed.mailbox.address);
  return shown(entry.trim(), maxRefusedAddressCharacters);
}

/** Characters that are invisible, or change how others are displayed. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A text of at most `most` characters, with hidden characters as escapes such as `\u000a`. */
function shown(text: string, most: number): string {
  const escaped = text.slice(0, most + 1).replace(hidden, escapeOf);
  return escaped.length > most ? `${escaped.slice(0, most - 1).toWellFormed()}…` : escaped;
}

const escapeOf = (character: string) =>
  `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`;
