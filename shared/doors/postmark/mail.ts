import { refuse } from '../../engine/errors.ts';
import { DoorRefusal } from '../failure.ts';
import { type Fields, objectAt, objectsAt, textAt } from '../fields.ts';
import { fileContent, type StoredContent, toV1Mail, type V1Mail } from '../mail.ts';
import type { RawContent } from '../raw.ts';

/**
 * Translates a mail with its own content: https://postmarkapp.com/developer/api/email-api. Fields that are not named
 * here are ignored. Throws a `DoorRefusal`, or a `Refusal`.
 */
export function rawMail(fields: Fields): Promise<V1Mail> {
  return mailWith(fields, {
    subject: textAt(fields, 'Subject') ?? '',
    html: textAt(fields, 'HtmlBody'),
    text: textAt(fields, 'TextBody'),
    names: { subject: 'Subject', html: 'HtmlBody', text: 'TextBody' },
  });
}

/** Translates a mail of a stored template: https://postmarkapp.com/developer/api/templates-api. Throws as `rawMail`. */
export function templateMail(fields: Fields): Promise<V1Mail> {
  const templateId = textAt(fields, 'TemplateAlias');
  if (templateId === undefined) {
    if ((fields.TemplateId ?? null) === null) throw refuse('required', 'TemplateAlias');
    const sentence = "TemplateId is a number of Postmark's: use TemplateAlias";
    throw new DoorRefusal('notFound', sentence);
  }
  return mailWith(fields, { templateId, variables: objectAt(fields, 'TemplateModel') ?? {} });
}

const marketing: ReadonlySet<unknown> = new Set(['broadcast', 'broadcasts']);

function mailWith(fields: Fields, content: StoredContent | RawContent): Promise<V1Mail> {
  if (marketing.has(fields.MessageStream))
    throw new DoorRefusal('invalid', 'MessageStream: postrider sends no marketing');
  const metadata = objectAt(fields, 'Metadata') ?? {};
  return toV1Mail({
    from: textAt(fields, 'From'),
    to: listAt(fields, 'To'),
    cc: listAt(fields, 'Cc'),
    bcc: listAt(fields, 'Bcc'),
    replyTo: listAt(fields, 'ReplyTo'),
    replyToName: 'ReplyTo',
    headers: objectsAt(fields, 'Headers').map((header, index) => [
      textAt(header, 'Name', `Headers[${index}].Name`) ?? '',
      textAt(header, 'Value', `Headers[${index}].Value`) ?? '',
    ]),
    files: objectsAt(fields, 'Attachments').map(fileOf),
    reference: textAt(metadata, 'reference', 'Metadata.reference'),
    content,
  });
}

/** Addresses with commas between them. */
function listAt(fields: Fields, name: string): string[] {
  const text = textAt(fields, name);
  return text === undefined ? [] : [text];
}

function fileOf(file: Fields, index: number): object {
  const shown = (field: string) => `Attachments[${index}].${field}`;
  return {
    name: textAt(file, 'Name', shown('Name')),
    content: fileContent(file.Content, shown('Content')),
    type: textAt(file, 'ContentType', shown('ContentType')),
    cid: textAt(file, 'ContentID', shown('ContentID'))?.replace(/^cid:/, ''),
  };
}
