import type { KeptMail } from './kept-mails.ts';

export interface MailFile {
  name: string;
  /** The media type that the mail gives it. */
  type: string;
  bytes: number;
  /** The Content-ID of a file that the HTML can show. */
  cid: string | undefined;
  disposition: 'inline' | 'attachment';
  /** Base64. */
  content: string;
}

/** The fields of a file, in a simple or a raw mail, that aws-ses-v2-local keeps but its types lack. */
interface KeptAttachment {
  content: string;
  contentType: string;
  filename?: string | undefined;
  size: number;
  contentDisposition?: string;
  /** In angle brackets in a raw mail. */
  contentId?: string;
}

export function filesOf({ attachments }: KeptMail): MailFile[] {
  return attachments.map((kept: KeptAttachment) => ({
    name: kept.filename ?? 'untitled',
    type: kept.contentType,
    bytes: kept.size,
    cid: kept.contentId?.replace(/^<|>$/g, ''),
    disposition: kept.contentDisposition?.toLowerCase() === 'inline' ? 'inline' : 'attachment',
    content: kept.content,
  }));
}
