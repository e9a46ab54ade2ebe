import { applySesEvent, type EventPorts } from '../../../../functions/events/run.ts';
import type { Table } from '../../../../shared/adapters/tables/dynamodb.ts';
import {
  findBySesMessageId,
  recordEvent,
} from '../../../../shared/adapters/tables/messages-table-events.ts';
import { listMessages } from '../../../../shared/adapters/tables/messages-table-lists.ts';
import { mailTags } from '../../../../shared/message/mail-tags.ts';
import { accountId } from '../fill-messages.ts';
import { executing, type World } from './world.ts';

/** SES's report on one recipient. */
type ReportType = 'Email Delivered' | 'Email Delivery Delayed' | 'Email Bounced';

/** A mail, and SES's reports on it. */
export interface ReportedMail {
  recipients: number;
  /** The reports on each recipient: the first report of all recipients comes before the second. */
  reports: readonly ReportType[];
  /** Bytes of the mail server's words in a report on a delay or a bounce. */
  words?: number;
  /** Whether all reports come at once. Default: one after the other. */
  atOnce?: boolean;
}

/** Sends the mail. Returns the id of its message, and a function that applies its reports. */
export async function reportedMail(
  world: World,
  { recipients, reports, words = 0, atOnce = false }: ReportedMail,
): Promise<{ messageId: string; apply: () => Promise<void> }> {
  const addresses = Array.from(
    { length: recipients },
    (_, n) => `firstname.lastname${n}@customer.example`,
  );
  const { messageId, sesMessageId } = await send(world, addresses);
  const tags = { [mailTags.account]: [accountId], [mailTags.message]: [messageId] };
  const mail = { messageId: sesMessageId, tags };
  const payloads = reports.flatMap((type) =>
    addresses.map((address) => payload(type, address, 'x'.repeat(words), mail)),
  );
  const ports = eventPorts(world.messages);
  const apply = async () => {
    if (atOnce) await Promise.all(payloads.map((each) => applySesEvent(each, ports)));
    else for (const each of payloads) await applySesEvent(each, ports);
  };
  return { messageId, apply };
}

async function send(world: World, [_to = '', ...others]: readonly string[]) {
  await executing(world, { templateId: 'welcome', _to, _bcc: others.join(', ') })();
  const newest = await listMessages(world.messages, accountId, { limit: 1, nowMs: Date.now() });
  const [message] = newest.messages;
  if (!message) throw new Error('The message that was sent is not listed');
  return message;
}

/** As in the function's handler, in a deployment that suppresses nothing: that would be another write. */
function eventPorts(messages: Table): EventPorts {
  return {
    recordEvent: (...event) => recordEvent(messages, ...event),
    findBySesMessageId: (id) => findBySesMessageId(messages, id),
    suppress: null,
  };
}

function payload(type: ReportType, address: string, words: string, mail: object): object {
  const timestamp = new Date().toISOString();
  const recipients = [{ emailAddress: address, diagnosticCode: words }];
  const detail = {
    'Email Delivered': { delivery: { timestamp, recipients: [address] } },
    'Email Delivery Delayed': {
      deliveryDelay: { timestamp, delayType: 'MailboxFull', delayedRecipients: recipients },
    },
    'Email Bounced': {
      bounce: {
        timestamp,
        bounceType: 'Permanent',
        bounceSubType: 'General',
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
