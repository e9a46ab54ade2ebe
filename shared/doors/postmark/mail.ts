import * as z from 'zod/mini';
import { refuse } from '../../engine/errors.ts';
import { checkContract } from '../../http/contract.ts';
import { DoorRefusal } from '../failure.ts';
import { base64, type Fields, fields, fileContent, objectOf, text } from '../fields.ts';
import { type StoredContent, toV1Mail, type V1Mail } from '../mail.ts';
import type { RawContent } from '../raw.ts';

/** The SDKs for .NET, Java and PHP write `ContentId`. */
const file = z.object({
  ...{ Name: text, Content: fileContent, ContentType: text, ContentID: text, ContentId: text },
});

/** https://postmarkapp.com/developer/api/email-api and https://postmarkapp.com/developer/api/templates-api */
const message = z.object({
  ...{ From: text, To: text, Cc: text, Bcc: text, ReplyTo: text },
  ...{ Subject: text, HtmlBody: text, TextBody: text },
  ...{ TemplateAlias: text, TemplateId: z.optional(z.unknown()), TemplateModel: fields },
  Headers: z.nullish(z.array(z.object({ Name: text, Value: text }))),
  Attachments: z.nullish(z.array(file)),
  Metadata: objectOf(z.object({ reference: text })),
  MessageStream: z.optional(z.unknown()),
});

type Message = z.output<typeof message>;

/** Translates a mail with its own content. Other fields are ignored. Throws a `Refusal`, which may be a `DoorRefusal`. */
export function rawMail(given: Fields): Promise<V1Mail> {
  const mail = checkContract(message, given);
  return mailWith(mail, {
    subject: mail.Subject ?? '',
    html: mail.HtmlBody,
    text: mail.TextBody,
    names: { subject: 'Subject', html: 'HtmlBody', text: 'TextBody' },
  });
}

/** Translates a mail of a stored template. Throws as `rawMail`. */
export function templateMail(given: Fields): Promise<V1Mail> {
  const mail = checkContract(message, given);
  const { TemplateAlias: templateId, TemplateModel: variables } = mail;
  if (templateId) return mailWith(mail, { templateId, variables: variables ?? {} });
  if (mail.TemplateId === undefined) throw refuse('required', 'TemplateAlias');
  throw new DoorRefusal(404, "TemplateId is a number of Postmark's: use TemplateAlias");
}

function mailWith(mail: Message, content: StoredContent | RawContent): Promise<V1Mail> {
  if (mail.MessageStream === 'broadcast' || mail.MessageStream === 'broadcasts')
    throw new DoorRefusal(400, 'MessageStream: postrider sends no marketing');
  return toV1Mail({
    ...{ from: mail.From, to: mail.To, cc: mail.Cc, bcc: mail.Bcc, replyTo: mail.ReplyTo },
    headers: (mail.Headers ?? []).map(({ Name, Value }) => [Name ?? '', Value ?? '']),
    files: (mail.Attachments ?? []).map((given) => ({
      name: given.Name,
      content: base64(given.Content),
      type: given.ContentType,
      cid: cidOf(given, 'templateId' in content ? undefined : (content.html ?? '')),
    })),
    reference: mail.Metadata?.reference,
    content,
  });
}

/** The SDK for PHP writes the name of each file as its Content-ID, which does not make a file a picture of the HTML. */
function cidOf(given: z.output<typeof file>, html: string | undefined): string | undefined {
  const cid = given.ContentID ?? given.ContentId;
  if (!cid || cid.startsWith('cid:')) return cid?.slice('cid:'.length);
  const isShown = html === undefined ? cid !== given.Name : html.includes(`cid:${cid}`);
  return isShown ? cid : undefined;
}
