import type { SesEvent } from '../../../functions/events/contract.ts';
import { mailTags } from '../../../shared/message/mail-tags.ts';

/** What a report says. */
export interface Statement {
  eventId: string;
  /** ISO 8601. */
  at: string;
  kind: 'delivery' | 'delay' | 'permanent bounce' | 'transient bounce' | 'complaint';
  /** Whom it names, as it writes them. */
  names: readonly string[];
  /** What the mail server said, where a report of this kind has its words; the same of all. */
  words: string;
  /** SES's id of the mail. */
  sesMessageId: string;
  /** Whom SES sent the mail to: what it says of its own, and so the truth. */
  destination: readonly string[];
  /** Which message the tags name; null: the report has no tags. */
  tags: { accountId: string; messageId: string } | null;
}

/** A report in SES's shape, as EventBridge delivers it. */
export function payloadOf(statement: Statement): SesEvent {
  const { eventId, at, kind, names, words, sesMessageId, destination, tags } = statement;
  const mail = {
    messageId: sesMessageId,
    destination: [...destination],
    ...(tags && {
      tags: { [mailTags.account]: [tags.accountId], [mailTags.message]: [tags.messageId] },
    }),
  };
  const event = { id: eventId, source: 'aws.ses' as const, time: at };
  const named = names.map((emailAddress) => ({ emailAddress }));
  const quoted = named.map((name) => ({ ...name, diagnosticCode: words }));
  switch (kind) {
    case 'delivery': {
      const delivery = { timestamp: at, recipients: [...names] };
      return { ...event, 'detail-type': 'Email Delivered', detail: { mail, delivery } };
    }
    case 'delay': {
      const delay = { timestamp: at, delayType: 'MailboxFull', delayedRecipients: quoted };
      const detail = { mail, deliveryDelay: delay };
      return { ...event, 'detail-type': 'Email Delivery Delayed', detail };
    }
    case 'complaint': {
      const complaint = { timestamp: at, complainedRecipients: named };
      return { ...event, 'detail-type': 'Email Complaint Received', detail: { mail, complaint } };
    }
    default: {
      const bounce = {
        timestamp: at,
        bounceType: kind === 'permanent bounce' ? 'Permanent' : 'Transient',
        bounceSubType: 'General',
        bouncedRecipients: quoted,
      };
      return { ...event, 'detail-type': 'Email Bounced', detail: { mail, bounce } };
    }
  }
}
