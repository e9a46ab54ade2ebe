import type { SesAttachment, SesMail } from '../adapters/ses/ses.ts';
import type { FlowMail, MailFile } from '../engine/flow/ports.ts';
import { maxHeaderValueCharacters } from '../engine/limits.ts';
import { formatAddress, parseAddress } from '../engine/verify/address.ts';
import { type MailHeaders, mailHeaders } from '../message/mail-headers.ts';
import { mailTags } from '../message/mail-tags.ts';
import { formatMailbox } from '../message/mailbox-header.ts';
import type { MessageRecord } from '../message/message.ts';
import type { Recipient, Recipients } from '../message/recipients.ts';
import { formatSender } from '../message/sender.ts';

/** Converts a flow's mail for SES. The tags name its message to SES's reports. `given`: the headers of the request. */
export function toSesMail(
  { from, recipients, subject, html, text, unsubscribe, files }: FlowMail<Recipients>,
  { accountId, messageId }: Pick<MessageRecord, 'accountId' | 'messageId'>,
  given?: MailHeaders,
): SesMail {
  const headers = mailHeaders(given, unsubscribe);
  const { to, cc, bcc, replyTo } = recipients;
  return {
    from: formatSender(from),
    to: [formatMailbox(to)],
    cc: cc.map(formatMailbox),
    bcc: bcc.map(formatMailbox),
    replyTo: replyTo ? [formatMailbox(replyTo)] : [],
    subject,
    html,
    text,
    headers,
    attachments: files?.map(toAttachment),
    tags: { [mailTags.account]: accountId, [mailTags.message]: messageId },
  };
}

function toAttachment({ name, type, cid, content }: MailFile): SesAttachment {
  if (content === null) throw new Error('A file was about to be sent before it was read');
  return { name, type, cid, content };
}

/** The header of a redirected mail that names its original recipients. */
const redirectedHeader = 'X-Postrider-For';

/** The mail with `redirectedTo` as its only recipient, whose name is the address of its `_to`. */
export function redirectedMail(
  mail: SesMail,
  recipients: Recipients,
  redirectedTo: string,
): SesMail {
  const parsed = parseAddress(redirectedTo);
  if (!parsed.ok) throw new Error('The key redirects to a text that is no address');
  const { to, cc, bcc } = recipients;
  return {
    ...mail,
    to: [formatMailbox({ name: formatAddress(to.address), address: parsed.address })],
    cc: [],
    bcc: [],
    headers: { ...mail.headers, [redirectedHeader]: listOf([to, ...cc, ...bcc]) },
  };
}

/** Lists as many addresses as fit, and the number of the others. */
function listOf(recipients: readonly Recipient[]): string {
  const addresses = recipients.map(({ address }) => formatAddress(address));
  for (let count = addresses.length; count > 0; count--) {
    const named = addresses.slice(0, count).join(', ');
    const others = addresses.length - count;
    const text = others === 0 ? named : `${named}, and ${others} more`;
    if (text.length <= maxHeaderValueCharacters) return text;
  }
  return `${addresses.length} recipients`;
}
