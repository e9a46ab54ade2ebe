import type { SesAttachment, SesMail } from '../adapters/ses/ses.ts';
import type { FlowMail, MailFile } from '../engine/flow/ports.ts';
import { type MailHeaders, mailHeaders } from '../message/mail-headers.ts';
import { mailTags } from '../message/mail-tags.ts';
import { formatMailbox } from '../message/mailbox-header.ts';
import type { MessageRecord } from '../message/message.ts';
import type { Recipients } from '../message/recipients.ts';
import { formatSender } from '../message/sender.ts';

/**
 * Converts a flow's mail for SES. The tags say which message record SES's reports about it belong
 * to. `given` are the headers of the request.
 */
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
