import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { toSesMail } from '../../../shared/execute/ses-mail.ts';
import { parseDelivery } from '../../../shared/message/recipients.ts';
import { unsafeFields } from '../service/unsafe-fields.ts';
import { type Meant, mailbox, mailboxes, type WrittenMailbox } from './mailboxes.ts';
import { readHeaderMailbox } from './read-header.ts';
import type { SendOverWire } from './wire.ts';

interface Delivery {
  to: WrittenMailbox;
  cc: WrittenMailbox[];
  bcc: WrittenMailbox[];
  replyTo: WrittenMailbox | null;
}

const delivery: fc.Arbitrary<Delivery> = fc.record({
  to: mailbox,
  cc: mailboxes,
  bcc: mailboxes,
  replyTo: fc.option(mailbox),
});

/** The recipients that SES got, read as a mail reader reads them. */
type Received = Record<'to' | 'cc' | 'bcc' | 'replyTo', (Meant | null)[]>;

/** The result that a delivery must have: the field that is refused, or what SES gets. */
function expected({ to, cc, bcc, replyTo }: Delivery): { refused: string } | Received {
  if (to.means === null) return { refused: '_to' };
  if (cc.some(({ means }) => means === null)) return { refused: '_cc' };
  if (bcc.some(({ means }) => means === null)) return { refused: '_bcc' };
  // An empty text is "not given" (design §4).
  const given = replyTo !== null && replyTo.text !== '' ? replyTo : null;
  if (given !== null && given.means === null) return { refused: '_replyTo' };
  const seen = new Set([to.means.address]);
  const once = (list: WrittenMailbox[]) =>
    list.flatMap(({ means }) => {
      if (means === null || seen.has(means.address)) return [];
      seen.add(means.address);
      return [means];
    });
  const replies = given?.means ? [given.means] : [];
  return { to: [to.means], cc: once(cc), bcc: once(bcc), replyTo: replies };
}

async function actual(
  { to, cc, bcc, replyTo }: Delivery,
  send: SendOverWire,
): Promise<{ refused: string } | Received> {
  const fields = { _to: to.text, _cc: listOf(cc), _bcc: listOf(bcc), _replyTo: replyTo?.text };
  const parsed = parseDelivery(fields);
  if (!parsed.ok) return { refused: parsed.field };
  const { recipients } = parsed;
  const content = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };
  const mail = { from: 'hello@sender.example', recipients, unsubscribe: null, ...content };
  const received = await send(toSesMail(mail, { accountId: 'acc_1', messageId: 'm-1' }));
  deepStrictEqual(unsafeFields(received), []);
  const { ToAddresses, CcAddresses, BccAddresses } = received.Destination;
  return {
    to: ToAddresses.map(readHeaderMailbox),
    cc: CcAddresses.map(readHeaderMailbox),
    bcc: BccAddresses.map(readHeaderMailbox),
    replyTo: received.ReplyToAddresses.map(readHeaderMailbox),
  };
}

const listOf = (list: readonly WrittenMailbox[]) => list.map(({ text }) => text).join(',');

/** Compares what SES gets with the grammar that made the texts. */
export function recipientsProperty(send: SendOverWire) {
  return fc.asyncProperty(delivery, async (each) => {
    deepStrictEqual(await actual(each, send), expected(each));
  });
}
