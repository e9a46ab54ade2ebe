import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import type { SesMail } from '../../../shared/adapters/ses/ses.ts';
import { toSesMail } from '../../../shared/execute/ses-mail.ts';
import { parseDelivery } from '../../../shared/message/recipients.ts';
import { type ToldMail, unsafeFields } from '../service/ses.ts';
import { type Meant, mailbox, mailboxes, type WrittenMailbox } from './mailboxes.ts';
import { readHeaderMailbox } from './read-header.ts';

/** Sends a mail, and gives what SES was told. */
export type Tell = (mail: SesMail) => Promise<ToldMail>;

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

/** What SES was told of recipients, read as a mail reader reads it. */
interface Told {
  to: (Meant | null)[];
  cc: (Meant | null)[];
  bcc: (Meant | null)[];
  replyTo: (Meant | null)[];
}

/** What must come of a delivery: the field that is refused, or what SES is told. */
function expected({ to, cc, bcc, replyTo }: Delivery): { refused: string } | Told {
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
  tell: Tell,
): Promise<{ refused: string } | Told> {
  const parsed = parseDelivery({
    ...{ _to: to.text, _cc: listOf(cc), _bcc: listOf(bcc) },
    _replyTo: replyTo?.text,
  });
  if (!parsed.ok) return { refused: parsed.field };
  const { recipients } = parsed;
  const content = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };
  const mail = { from: 'hello@sender.example', recipients, ...content };
  const told = await tell(toSesMail(mail, { accountId: 'acc_1', messageId: 'm-1' }));
  deepStrictEqual(unsafeFields(told), []);
  const { ToAddresses, CcAddresses, BccAddresses } = told.Destination;
  return {
    to: ToAddresses.map(readHeaderMailbox),
    cc: CcAddresses.map(readHeaderMailbox),
    bcc: BccAddresses.map(readHeaderMailbox),
    replyTo: told.ReplyToAddresses.map(readHeaderMailbox),
  };
}

function listOf(list: readonly WrittenMailbox[]): string {
  return list.map(({ text }) => text).join(',');
}

/** The strings of a delivery that hold an address, or should. */
const stringsOf = ({ cc, bcc, replyTo }: Delivery) =>
  1 + cc.length + bcc.length + (replyTo ? 1 : 0);

/** Holds what SES is told against the grammar that the texts were made by; counts the texts. */
export function recipientsProperty(tell: Tell, count: (strings: number) => void) {
  return fc.asyncProperty(delivery, async (each) => {
    count(stringsOf(each));
    deepStrictEqual(await actual(each, tell), expected(each));
  });
}
