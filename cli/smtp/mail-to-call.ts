import { createHash } from 'node:crypto';
import { detectExtension } from 'nodemailer/lib/mime-funcs';
import PostalMime, { type Address, decodeWords, type Email, type Mailbox } from 'postal-mime';
import { cleanCid, showFiles } from '../../shared/doors/content-ids.ts';
import { DoorRefusal } from '../../shared/doors/failure.ts';
import { choice, type DoorMail, toV1Mail, type V1Mail } from '../../shared/doors/mail.ts';
import { maxSendBodyBytes } from '../../shared/engine/limits.ts';
import { formatAddress, parseAddress } from '../../shared/engine/verify/address.ts';
import { allowedHeaders } from '../../shared/message/mail-headers.ts';
import { parseMailbox } from '../../shared/message/mailbox.ts';
import { templateInBody } from './template-in-body.ts';

/** A mail as a call of `POST /smtp`. */
export interface SmtpCall {
  mail: V1Mail;
  /** JSON: execute's body and the field `from`. */
  body: string;
  /** The same for the same mail sent again; undefined for a mail without a Message-ID. */
  idempotencyKey: string | undefined;
}

/** Translates a mail and the recipients of its envelope. Throws a `Refusal`, which may be a `DoorRefusal`. */
export async function mailToCall(
  source: Uint8Array,
  envelope: readonly string[],
): Promise<SmtpCall> {
  const email = await read(source);
  const mail = await toV1Mail(doorMail(email, envelope));
  const body = JSON.stringify({ ...mail.body, from: mail.from });
  if (Buffer.byteLength(body) > maxSendBodyBytes)
    throw new DoorRefusal(413, 'Message is larger than 4.4 MB');
  return { mail, body, idempotencyKey: keyOf(email, envelope, body) };
}

function keyOf({ messageId }: Email, envelope: readonly string[], body: string) {
  if (!messageId) return undefined;
  const parts = JSON.stringify([messageId, envelope, body]);
  return `smtp-${createHash('sha256').update(parts).digest('hex')}`;
}

async function read(source: Uint8Array): Promise<Email> {
  try {
    // A forwarded mail stays a file: its text would otherwise become the mail's own.
    return await PostalMime.parse(source, {
      attachmentEncoding: 'base64',
      forceRfc822Attachments: true,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DoorRefusal(400, `The mail cannot be read: ${reason}`);
  }
}

function doorMail(email: Email, envelope: readonly string[]): DoorMail {
  const headers = headersOf(email);
  const isNamed = headers.some(([name]) => name === 'x-postrider-template');
  const { subject = '', attachments } = email;
  const cids = attachments.map(({ contentId }) => contentId);
  const { html, shown } = showFiles(filled(email.html), cids);
  const said = isNamed ? null : templateInBody(filled(email.text), html);
  // A named template may get all that it needs from X-Postrider-Variables.
  const text = filled(email.text) ?? (isNamed && html === undefined ? '' : undefined);
  return {
    from: mailboxes([email.from])[0]?.address || undefined,
    ...recipientsOf(email, envelope),
    replyTo: mailboxes(email.replyTo).slice(0, 1).map(written),
    headers: [...headers, ...(said?.headers ?? [])],
    files: attachments.map(({ filename, mimeType: type, contentId, content }, index) => ({
      name: filename || `file-${index + 1}.${detectExtension(type)}`,
      ...{ content, type },
      cid: shown.has(cleanCid(contentId)) ? cleanCid(contentId) : undefined,
    })),
    content: said?.content ?? { subject, html, text },
  };
}

/** A part of the body without the line breaks at its end; undefined if it is empty. */
const filled = (text: string | undefined) => text?.trimEnd() || undefined;

/** The headers that are sent, in lower case. Every mail program adds others, which are dropped. */
const passed = new Set([...allowedHeaders, 'x-entity-ref-id', 'list-unsubscribe']);

function headersOf({ headers }: Email): [name: string, value: string][] {
  return headers.flatMap(({ key, originalKey, value }) => {
    if (value.trim() === '') return [];
    if (choice.test(key)) return [[key, decodeWords(value).trim()]];
    if (!passed.has(key)) return [];
    if (key !== 'list-unsubscribe') return [[originalKey, value.trim()]];
    // Mail programs offer the https address; one of `mailto:` beside it cannot be sent.
    const [address] = /<https:[^<>,\s]*>/.exec(value.replace(/\s/g, '')) ?? [];
    return address === undefined ? [] : [[originalKey, address]];
  });
}

const mailboxes = (list: readonly (Address | undefined)[] = []): Mailbox[] =>
  list.flatMap((each) => each?.group ?? (each?.address ? [each] : []));

/** A mailbox as execute reads it, without a name that it would refuse. */
function written({ name, address }: Omit<Mailbox, 'group'>): string {
  const named = `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`;
  return name && parseMailbox(named).ok ? named : address;
}

/** The envelope decides who gets the mail. Its header decides who of them is seen. */
function recipientsOf({ to, cc }: Email, envelope: readonly string[]) {
  const left = new Map(envelope.map((address) => [comparable(address), address]));
  const seen = mailboxes([...(to ?? []), ...(cc ?? [])]).flatMap(({ name, address }) => {
    const found = left.get(comparable(address));
    left.delete(comparable(address));
    return found === undefined ? [] : [written({ name, address: found })];
  });
  const hidden = [...left.values()];
  const [first, ...others] = seen.length > 0 ? seen : hidden.splice(0, 1);
  return { to: first === undefined ? [] : [first], cc: others, bcc: hidden };
}

function comparable(text: string): string {
  const parsed = parseAddress(text);
  return (parsed.ok ? formatAddress(parsed.address) : text).toLowerCase();
}
