import type { Mail as SesMail } from '../../shared/adapters/ses.ts';
import type { Mail } from '../../shared/flow/ports.ts';
import { mailTags } from '../../shared/message/mail-tags.ts';
import { formatMailbox } from '../../shared/message/mailbox-header.ts';
import type { MessageRecord } from '../../shared/message/message.ts';
import type { Recipients } from '../../shared/message/recipients.ts';
import { formatSender } from '../../shared/message/sender.ts';

/** A flow's mail as SES takes it, tagged with the record that its reports belong to. */
export function toSesMail(
  { from, recipients, subject, html, text }: Mail<Recipients>,
  { accountId, messageId }: Pick<MessageRecord, 'accountId' | 'messageId'>,
): SesMail {
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
    tags: { [mailTags.account]: accountId, [mailTags.message]: messageId },
  };
}
