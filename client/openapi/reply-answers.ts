import * as z from 'zod/mini';
import type * as reply from '../../shared/message/reply.ts';
import { verdicts } from '../../shared/message/reply.ts';
import { answer, field, flag, nullableText, number, text } from './fields.ts';

const verdict = field(z.enum(verdicts));

export const Verdicts = answer<reply.Verdicts>()('What SES found about a received mail.', {
  spf: verdict('Whether the server may send for the sender’s domain.'),
  dkim: verdict('Whether the mail is signed.'),
  dmarc: verdict('Whether the mail is of the domain in its `From`.'),
  spam: verdict('Mails that are spam are not recorded.'),
  virus: verdict('Mails with a virus are not recorded.'),
});

export const ReplyFile = answer<reply.ReplyFile>()('A file of a reply, which is not kept.', {
  name: text('The name, as the mail gives it.'),
  type: text('The media type that the mail gives it.'),
  bytes: number('The size of the file itself, before base64.'),
});

export const Reply = answer<reply.Reply>()(
  'A mail that came to the address of a message’s thread.',
  {
    id: text('postrider’s id of the reply, which `_inReplyTo` takes.'),
    at: text('When SES received it, in ISO 8601.'),
    from: text('The address in its `From`, which anyone can forge.'),
    name: nullableText('The name in its `From`; `null` if it has none.'),
    subject: nullableText('Its subject; `null` if it has none.'),
    text: nullableText(
      'The words of the writer, without the quoted mail; `null` for a live key, and if the mail is too large or cannot be read.',
    ),
    textCut: flag('Whether the text was longer.'),
    auto: flag('Whether a program wrote it, such as a vacation notice.'),
    fromRecipient: flag('Whether `from` is one of the message’s recipients.'),
    verdicts: field(Verdicts.schema)('What SES found about the mail.'),
    messageIdHeader: nullableText('Its `Message-ID`; `null` if it has none that can be answered.'),
    attachments: field(z.readonly(z.array(ReplyFile.schema)))('Its files, at most 20.'),
  },
);
