import { refuse } from '../../engine/errors.ts';
import { typeName } from '../../http/contract.ts';
import { DoorRefusal } from '../failure.ts';
import { type Fields, objectAt, objectsAt, textAt, textsAt } from '../fields.ts';
import { fileContent, type StoredContent, toV1Mail, type V1Mail } from '../mail.ts';
import type { RawContent } from '../raw.ts';

/**
 * Translates the body of `POST /emails`: https://resend.com/docs/api-reference/emails/send-email. Fields that are not
 * named here are ignored. Throws a `DoorRefusal`, or a `Refusal`.
 */
export async function resendMail(fields: Fields): Promise<V1Mail> {
  const to = textsAt(fields, 'to');
  if (to.length === 0) throw missing('to');
  if ((fields.topic_id ?? null) !== null)
    throw new DoorRefusal('invalid', 'topic_id: postrider sends no marketing');
  const from = textAt(fields, 'from');
  const content = contentOf(fields);
  if ('names' in content && from === undefined) throw missing('from');
  return toV1Mail({
    from,
    to,
    cc: textsAt(fields, 'cc'),
    bcc: textsAt(fields, 'bcc'),
    replyTo: textsAt(fields, 'reply_to'),
    replyToName: 'reply_to',
    headers: headersOf(objectAt(fields, 'headers') ?? {}),
    files: objectsAt(fields, 'attachments').map(fileOf),
    reference: referenceIn(objectsAt(fields, 'tags')),
    sendAt: textAt(fields, 'scheduled_at'),
    content,
  });
}

const missing = (field: string) => new DoorRefusal('missing', `Missing \`${field}\` field.`);

function contentOf(fields: Fields): StoredContent | RawContent {
  const template = objectAt(fields, 'template');
  const subject = textAt(fields, 'subject');
  const html = textAt(fields, 'html');
  const text = textAt(fields, 'text');
  if (template === undefined) {
    if (subject === undefined) throw missing('subject');
    return { subject, html, text, names: { subject: 'subject', html: 'html', text: 'text' } };
  }
  if (html !== undefined || text !== undefined)
    throw new DoorRefusal('invalid', 'html and text cannot be used with a template');
  const templateId = textAt(template, 'id', 'template.id');
  if (templateId === undefined) throw refuse('required', 'template.id');
  const variables = objectAt(template, 'variables', 'template.variables') ?? {};
  return { templateId, variables, subject };
}

function headersOf(headers: Fields): (readonly [string, string])[] {
  return Object.entries(headers).map(([name, value]) => {
    if (typeof value === 'string') return [name, value];
    throw refuse('wrongType', `headers.${name.slice(0, 100)}`, 'a string', typeName(value));
  });
}

function fileOf(file: Fields, index: number): object {
  const shown = (field: string) => `attachments[${index}].${field}`;
  const path = textAt(file, 'path', shown('path'));
  if (path !== undefined && !path.startsWith('s3://')) {
    const sentence = `${shown('path')}: postrider reads no files from web addresses`;
    throw new DoorRefusal('attachment', sentence);
  }
  return {
    name: textAt(file, 'filename', shown('filename')),
    content: fileContent(file.content, shown('content')),
    s3: path,
    type: textAt(file, 'content_type', shown('content_type')),
    cid:
      textAt(file, 'content_id', shown('content_id')) ??
      textAt(file, 'inline_content_id', shown('inline_content_id')),
  };
}

/** Resend's tags only group its statistics. */
function referenceIn(tags: readonly Fields[]): string | undefined {
  const tag = tags.find(({ name }) => name === 'reference');
  return tag && textAt(tag, 'value', 'tags.reference');
}
