import * as z from 'zod/mini';
import { checkContract, requiredString } from '../../http/contract.ts';
import { DoorRefusal } from '../failure.ts';
import { addresses, base64, type Fields, fields, fileContent, objectOf, text } from '../fields.ts';
import { type StoredContent, toV1Mail, type V1Mail } from '../mail.ts';
import type { RawContent } from '../raw.ts';

/** The SDK for Rust writes `contentType`. */
const file = z.object({
  ...{ filename: text, content: fileContent, path: text, content_type: text, contentType: text },
  ...{ content_id: text, inline_content_id: text },
});

/** https://resend.com/docs/api-reference/emails/send-email */
const email = z.object({
  ...{ from: text, to: addresses, cc: addresses, bcc: addresses, reply_to: addresses },
  ...{ subject: text, html: text, text, scheduled_at: text },
  template: objectOf(z.object({ id: requiredString, variables: fields })),
  headers: objectOf(z.record(z.string(), z.string())),
  attachments: z.nullish(z.array(file)),
  tags: z.nullish(z.array(z.object({ name: text, value: text }))),
  topic_id: z.optional(z.unknown()),
});

type Email = z.output<typeof email>;

/** Translates the body of `POST /emails`. Other fields are ignored. Throws a `Refusal`, which may be a `DoorRefusal`. */
export async function resendMail(given: Fields): Promise<V1Mail> {
  const mail = checkContract(email, given);
  if (!mail.to?.length) throw missing('to');
  if (mail.topic_id !== undefined)
    throw new DoorRefusal(400, 'topic_id: postrider sends no marketing');
  const content = contentOf(mail);
  if (!mail.from && !mail.template) throw missing('from');
  return toV1Mail({
    ...mail,
    replyTo: mail.reply_to,
    headers: Object.entries(mail.headers ?? {}),
    files: (mail.attachments ?? []).map(fileOf),
    // The other tags only group Resend's statistics.
    reference: mail.tags?.find(({ name }) => name === 'reference')?.value,
    sendAt: mail.scheduled_at,
    content,
  });
}

const missing = (field: string) => new DoorRefusal('missing', `Missing \`${field}\` field.`);

function contentOf({ template, subject, html, text }: Email): StoredContent | RawContent {
  if (!template) {
    if (!subject) throw missing('subject');
    return { subject, html, text };
  }
  if (html || text) throw new DoorRefusal(400, 'html and text cannot be used with a template');
  return { templateId: template.id, variables: template.variables ?? {}, subject };
}

function fileOf(given: z.output<typeof file>, index: number) {
  const { filename, content, path, content_id, inline_content_id } = given;
  if (path && !path.startsWith('s3://')) {
    const sentence = `attachments[${index}].path: postrider reads no files from web addresses`;
    throw new DoorRefusal('_attachments', sentence);
  }
  return {
    name: filename,
    content: base64(content),
    s3: path,
    type: given.content_type ?? given.contentType,
    cid: content_id ?? inline_content_id,
  };
}
