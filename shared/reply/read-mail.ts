import PostalMime, { type Email } from 'postal-mime';
import {
  maxReplyFiles,
  maxReplySubjectCharacters,
  maxReplyTextCharacters,
} from '../engine/limits.ts';
import { textFromHtml } from '../engine/render/text-from-html.ts';
import { messageIdsIn } from '../message/mail-headers.ts';
import type { ReceivedReply, ReplyFile } from '../message/reply.ts';
import { isAutomatic } from './automatic.ts';
import { cutHtmlQuote } from './cut-html-quote.ts';
import { cutQuote } from './cut-quote.ts';

/** What a mail itself says. */
export type ReadMail = Pick<
  ReceivedReply,
  | 'from'
  | 'name'
  | 'subject'
  | 'text'
  | 'textCut'
  | 'auto'
  | 'messageIdHeader'
  | 'references'
  | 'attachments'
>;

/** Reads a whole mail. `sender`: the envelope's. Throws for bytes that are no mail. */
export async function readMail(raw: Uint8Array, sender: string): Promise<ReadMail> {
  // A mail within the mail is a file of it, not its words.
  const email = await PostalMime.parse(raw, { forceRfc822Attachments: true });
  const from = email.from?.address || sender;
  return {
    from,
    name: oneLine(email.from?.name ?? '', maxReplySubjectCharacters),
    subject: oneLine(email.subject ?? '', maxReplySubjectCharacters),
    ...textOf(email),
    auto: isAutomatic(email.headers, { from, sender }),
    messageIdHeader: messageIdsIn(email.messageId ?? '')[0] ?? null,
    references: messageIdsIn(email.references ?? ''),
    attachments: email.attachments.slice(0, maxReplyFiles).map(listed),
  };
}

function textOf({ text, html }: Email): Pick<ReadMail, 'text' | 'textCut'> {
  const written = text?.trim() ? text : textFromHtml(cutHtmlQuote(html ?? ''));
  const own = cutQuote(written);
  const textCut = own.length > maxReplyTextCharacters;
  return { text: own.slice(0, maxReplyTextCharacters).toWellFormed(), textCut };
}

function listed({ filename, mimeType, content }: Email['attachments'][number]): ReplyFile {
  const bytes = typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
  return { name: oneLine(filename ?? '', 255) ?? 'untitled', type: mimeType, bytes };
}

/** A text without line breaks and control characters; null if nothing is left. */
function oneLine(text: string, most: number): string | null {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return line.slice(0, most).toWellFormed() || null;
}
