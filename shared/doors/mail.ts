import { rawTemplate } from '../engine/doors.ts';
import { maxRecipients } from '../engine/limits.ts';
import { isJsonObject } from '../http/contract.ts';
import { checkJsonBounds } from '../http/json-bounds.ts';
import { splitMailboxList } from '../message/mailbox.ts';
import { cleanCid, showFiles } from './content-ids.ts';
import { DoorRefusal } from './failure.ts';
import type { Fields } from './fields.ts';
import { type RawContent, rawVariables } from './raw.ts';

/** Each text may have several addresses. */
type Addresses = string | readonly string[] | null | undefined;

/** A mail of another API, with its fields in postrider's words. */
export interface DoorMail {
  /** The sender that the request names. */
  from: string | undefined;
  to?: Addresses;
  cc?: Addresses;
  bcc?: Addresses;
  replyTo?: Addresses;
  headers: readonly (readonly [name: string, value: string])[];
  files: readonly DoorFile[];
  reference?: string | undefined;
  sendAt?: string | undefined;
  content: StoredContent | RawContent;
}

/** As in execute's `_attachments`, but the Content-ID of a mail with its own content may have any character. */
interface DoorFile extends Fields {
  cid?: string | undefined;
}

/** The content comes from a stored template that the request names. */
export interface StoredContent {
  templateId: string;
  variables: Fields;
  /** Replaces the template's subject. */
  subject?: string | undefined;
}

/** A mail as `/v1/execute` takes it. */
export interface V1Mail {
  body: { templateId: string; variables: Fields; [field: string]: unknown };
  from: string | undefined;
  /** Whether the template is `raw` because the request named none. */
  isRaw: boolean;
}

/** Translates a mail. Throws a `Refusal`, which may be a `DoorRefusal`. */
export async function toV1Mail(mail: DoorMail): Promise<V1Mail> {
  const { chosen, headers, unsubscribe } = readHeaders(mail.headers);
  const { content } = mail;
  const isRaw = !('templateId' in content);
  const { own, files } = isRaw
    ? await rawContent(content, mail.files)
    : { own: content.variables, files: mail.files };
  return {
    from: mail.from,
    isRaw: isRaw && !chosen.template,
    body: {
      templateId: isRaw ? chosen.template || rawTemplate : content.templateId,
      variables: chosen.variables ? { ...own, ...variablesIn(chosen.variables) } : own,
      ...recipientsOf(mail),
      _subject: isRaw ? undefined : content.subject,
      _reference: chosen.reference || mail.reference,
      _language: chosen.language || undefined,
      _sendAt: mail.sendAt,
      _headers: headers.length === 0 ? undefined : Object.fromEntries(headers),
      _unsubscribe: unsubscribe,
      _attachments: files.length === 0 ? undefined : files,
    },
  };
}

async function rawContent(content: RawContent, files: readonly DoorFile[]) {
  const { html } = showFiles(
    content.html,
    files.map(({ cid }) => cid),
  );
  return {
    own: await rawVariables({ ...content, html }),
    files: files.map((file) => ({ ...file, cid: file.cid && cleanCid(file.cid) })),
  };
}

/** The first of several is `_to`, the others are in `_cc`: all readers see the same addresses. */
function recipientsOf({ to, cc, bcc, replyTo }: DoorMail) {
  const [first, ...others] = eachOf(to);
  const replies = eachOf(replyTo);
  if (replies.length > 1) throw new DoorRefusal(400, 'reply_to must be one address');
  return {
    _to: first,
    _cc: [...others, ...eachOf(cc)].join(', ') || undefined,
    _bcc: eachOf(bcc).join(', ') || undefined,
    _replyTo: replies[0],
  };
}

/** Postmark's SDK for Java quotes each address of a list. */
const quotedAddress = /^"([^"\s@]+@[^"\s@]+)"$/;

/** There are never more addresses than a mail may have. */
function eachOf(texts: Addresses): string[] {
  const addresses: string[] = [];
  for (const text of [texts || []].flat()) {
    for (const each of splitMailboxList(text, maxRecipients))
      addresses.push(each.trim().replace(quotedAddress, '$1'));
    if (addresses.length > maxRecipients)
      throw new DoorRefusal(400, `The mail has more than ${maxRecipients} recipients`);
  }
  return addresses;
}

/** A header by which a mail chooses what other APIs have no field for. It is not sent. */
export const choice = /^x-postrider-(template|variables|language|reference)$/i;

/** Headers that mail libraries write into each mail. SES writes its own. */
const ofEachMail = /^(date|message-id|mime-version|content-type|content-transfer-encoding)$/i;

function readHeaders(given: DoorMail['headers']) {
  const chosen: Record<string, string> = {};
  const headers = new Map<string, string>();
  let unsubscribe: string | undefined;
  for (const [name, value] of given.filter(([each]) => !ofEachMail.test(each))) {
    const [, choiceName] = choice.exec(name) ?? [];
    const isUnsubscribe = name.toLowerCase() === 'list-unsubscribe';
    const [, address] = (isUnsubscribe && /^<(https:[^<>,]*)>$/.exec(value.trim())) || [];
    if (choiceName) chosen[choiceName.toLowerCase()] = value;
    else if (address) unsubscribe = address;
    else if (headers.has(name)) throw new DoorRefusal(400, `The header ${name} came twice`);
    else headers.set(name, value);
  }
  const sent = [...headers].filter(
    ([name]) => unsubscribe === undefined || name.toLowerCase() !== 'list-unsubscribe-post',
  );
  return { chosen, headers: sent, unsubscribe };
}

function variablesIn(text: string): Fields {
  checkJsonBounds(text);
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // The same refusal as for other JSON.
  }
  throw new DoorRefusal(400, 'X-Postrider-Variables must be a JSON object');
}
