import type { SesEvent } from '../../functions/events/contract.ts';
import { mailTags } from '../../shared/message/mail-tags.ts';

/** The content of a report. */
export interface Statement {
  eventId: string;
  /** ISO 8601. */
  at: string;
  kind: 'delivery' | 'delay' | 'permanent bounce' | 'transient bounce' | 'complaint';
  /** The addresses that it names, as written in it. */
  names: readonly string[];
  /** The mail server's answer, if a report of this kind has it; the same for each address. */
  words: string;
  /** SES's id of the mail. */
  sesMessageId: string;
  /** The addresses that SES sent the mail to: always the truth. */
  destination: readonly string[];
  /** The message that the tags name; null if the report has no tags. */
  tags: { accountId: string; messageId: string } | null;
}

/** A report in SES's shape, as EventBridge delivers it. */
export function payloadOf(statement: Statement): SesEvent {
  const { eventId: id, at: timestamp, kind, names, words, tags } = statement;
  const mail = {
    messageId: statement.sesMessageId,
    destination: [...statement.destination],
    ...(tags && {
      tags: { [mailTags.account]: [tags.accountId], [mailTags.message]: [tags.messageId] },
    }),
  };
  const event = { id, source: 'aws.ses' as const, time: timestamp };
  const named = names.map((emailAddress) => ({ emailAddress }));
  const quoted = named.map((name) => ({ ...name, diagnosticCode: words }));
  switch (kind) {
    case 'delivery': {
      const delivery = { timestamp, recipients: [...names] };
      return { ...event, 'detail-type': 'Email Delivered', detail: { mail, delivery } };
    }
    case 'delay': {
      const deliveryDelay = { timestamp, delayType: 'MailboxFull', delayedRecipients: quoted };
      const detail = { mail, deliveryDelay };
      return { ...event, 'detail-type': 'Email Delivery Delayed', detail };
    }
    case 'complaint': {
      const complaint = { timestamp, complainedRecipients: named };
      return { ...event, 'detail-type': 'Email Complaint Received', detail: { mail, complaint } };
    }
    default: {
      const bounceType = kind === 'permanent bounce' ? 'Permanent' : 'Transient';
      const types = { bounceType, bounceSubType: 'General' };
      const detail = { mail, bounce: { timestamp, ...types, bouncedRecipients: quoted } };
      return { ...event, 'detail-type': 'Email Bounced', detail };
    }
  }
}
