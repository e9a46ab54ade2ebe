import { randomUUID } from 'node:crypto';
import { eventPorts } from '../../../../functions/events/ports.ts';
import { applySesEvent } from '../../../../functions/events/run.ts';
import { listMessages } from '../../../../shared/adapters/tables/messages-table-lists.ts';
import { payloadOf, type Statement } from '../../../harness/ses-report.ts';
import { accountId } from '../fill-messages.ts';
import { executing, type World } from './world.ts';

/** A mail, and SES's reports on it. */
export interface ReportedMail {
  recipients: number;
  /** The reports on each recipient: the first report of all recipients comes before the second. */
  reports: readonly Statement['kind'][];
  /** Bytes of the mail server's answer in a report on a delay or a bounce. */
  words?: number;
  /** Whether all reports come at once. Default: one after the other. */
  atOnce?: boolean;
}

/** Sends the mail. Returns the id of its message, and a function that applies its reports. */
export async function reportedMail(
  world: World,
  { recipients, reports, words = 0, atOnce = false }: ReportedMail,
): Promise<{ messageId: string; apply: () => Promise<void> }> {
  const destination = Array.from(
    { length: recipients },
    (_, n) => `firstname.lastname${n}@customer.example`,
  );
  const { messageId, sesMessageId } = await send(world, destination);
  const payloads = reports.flatMap((kind) =>
    destination.map((address) =>
      payloadOf({
        eventId: randomUUID(),
        at: new Date().toISOString(),
        kind,
        names: [address],
        words: 'x'.repeat(words),
        sesMessageId: sesMessageId ?? '',
        destination,
        tags: { accountId, messageId },
      }),
    ),
  );
  // Without suppression, which would be another write.
  const ports = eventPorts({ messages: world.messages, suppression: false });
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
  if (!message) throw new Error('The sent message is not in the list');
  return message;
}
