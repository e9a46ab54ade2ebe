import { type CreateEmlContentResult, createEmlContent } from 'aws-ses-v2-local/dist/emlFile.js';
import type { KeptMail } from './kept-mails.ts';
import { filesOf } from './mail-files.ts';

/** A mail as its recipient gets it. aws-ses-v2-local alone encodes files twice, and loses their Content-IDs. */
export function emlOf(mail: KeptMail): Promise<CreateEmlContentResult> {
  const { headers = [] } = mail;
  return createEmlContent({
    ...mail,
    headers: [...headers, { name: 'Message-ID', value: `<${wireId(mail)}>` }],
    attachments: filesOf(mail).map(({ name, type, bytes, cid, disposition, content }) => ({
      filename: name,
      contentType: type,
      size: bytes,
      contentDisposition: disposition,
      ...(cid !== undefined && { cid }),
      encoding: 'base64',
      content,
    })),
  });
}

/** The mail's Message-ID without its angle brackets, as SES in us-east-1 makes it from its id. */
export function wireId({ messageId }: KeptMail): string {
  return `${messageId}@email.amazonses.com`;
}
