import { applySesEvent, type EventPorts } from '../../../functions/events/run.ts';
import type { Table } from '../../../shared/adapters/dynamodb.ts';
import { findBySesMessageId, recordEvent } from '../../../shared/adapters/messages-table-events.ts';
import { beginMessage } from '../../../shared/adapters/messages-table-writes.ts';
import { mailTags } from '../../../shared/message/mail-tags.ts';
import { accountId, sentMessage } from '../fill-messages.ts';

/** What SES reports of one recipient. */
type Reported = 'Email Delivered' | 'Email Delivery Delayed' | 'Email Bounced';

/** A mail, and what SES reports of it. */
export interface ReportedMail {
  recipients: number;
  /** Of each recipient, in this order; first the first of all recipients, then the second. */
  reports: readonly Reported[];
  /** Bytes of the words in a report of a delay or a bounce. */
  words?: number;
  /** Whether all reports come at once. Default: one after the other. */
  atOnce?: boolean;
}

let count = 0;

/** Writes the mail's record, and answers its id, and what applies its reports. */
export async function reportedMail(
  messages: Table,
  { recipients, reports, words = 0, atOnce = false }: ReportedMail,
): Promise<{ messageId: string; apply: () => Promise<void> }> {
  const addresses = Array.from(
    { length: recipients },
    (_, n) => `firstname.lastname${n}@customer.example`,
  );
  const message = sentMessage(count++, addresses);
  await beginMessage(messages, message);
  const tags = { [mailTags.account]: [accountId], [mailTags.message]: [message.messageId] };
  const mail = { messageId: message.sesMessageId, tags };
  const payloads = reports.flatMap((type) =>
    addresses.map((address) => payload(type, address, 'x'.repeat(words), mail)),
  );
  const ports = eventPorts(messages);
  const apply = async () => {
    if (atOnce) await Promise.all(payloads.map((each) => applySesEvent(each, ports)));
    else for (const each of payloads) await applySesEvent(each, ports);
  };
  return { messageId: message.messageId, apply };
}

/** As in the function's handler, in a deployment that suppresses nothing: that is a write of its own. */
function eventPorts(messages: Table): EventPorts {
  return {
    recordEvent: (...event) => recordEvent(messages, ...event),
    findBySesMessageId: (id) => findBySesMessageId(messages, id),
    suppress: null,
  };
}

function payload(type: Reported, address: string, words: string, mail: object): object {
  const timestamp = new Date().toISOString();
  const recipients = [{ emailAddress: address, diagnosticCode: words }];
  const detail = {
    'Email Delivered': { delivery: { timestamp, recipients: [address] } },
    'Email Delivery Delayed': {
      deliveryDelay: { timestamp, delayType: 'MailboxFull', delayedRecipients: recipients },
    },
    'Email Bounced': {
      bounce: {
        ...{ timestamp, bounceType: 'Permanent', bounceSubType: 'General' },
        bouncedRecipients: recipients,
      },
    },
  }[type];
  return {
    id: crypto.randomUUID(),
    source: 'aws.ses',
    time: timestamp,
    'detail-type': type,
    detail: { ...detail, mail },
  };
}
