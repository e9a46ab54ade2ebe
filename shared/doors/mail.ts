import { refuse } from '../engine/errors.ts';
import { maxRecipients } from '../engine/limits.ts';
import { isJsonObject, typeName } from '../http/contract.ts';
import { checkJsonBounds } from '../http/json-bounds.ts';
import { splitMailboxList } from '../message/mailbox.ts';
import { DoorRefusal } from './failure.ts';
import type { Fields } from './fields.ts';
import { type RawContent, rawVariables } from './raw.ts';

/** A mail of another API, with its fields in postrider's words. Names of fields are those of the other API. */
export interface DoorMail {
  /** The sender that the request names; undefined if it names none. */
  from: string | undefined;
  to: readonly string[];
  cc: readonly string[];
  bcc: readonly string[];
  replyTo: readonly string[];
  replyToName: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** See `doorFile`. */
  files: readonly object[];
  reference: string | undefined;
  sendAt?: string | undefined;
  content: StoredContent | RawContent;
}

/** The content comes from a stored template that the request names. */
export interface StoredContent {
  templateId: string;
  variables: Fields;
  /** Replaces the template's subject. */
  subject?: string | undefined;
}

/** The template whose flow sends mails that bring their own content. An account without it takes none. */
export const rawTemplate = 'raw';

/** A mail as `/v1/execute` takes it. */
export interface V1Mail {
  body: { templateId: string; variables: Fields; [field: string]: unknown };
  from: string | undefined;
  /** Whether the template is `raw` because the request named none. */
  isRaw: boolean;
}

/** Translates a mail. Throws a `DoorRefusal`, or a `Refusal`. */
export async function toV1Mail(mail: DoorMail): Promise<V1Mail> {
  const { chosen, headers, unsubscribe } = readHeaders(mail.headers);
  const { content } = mail;
  const isRaw = !('templateId' in content);
  const own = isRaw ? await rawVariables(content) : content.variables;
  return {
    from: mail.from,
    isRaw: isRaw && chosen.template === undefined,
    body: {
      templateId: isRaw ? (chosen.template ?? rawTemplate) : content.templateId,
      variables: chosen.variables ? { ...own, ...variablesIn(chosen.variables) } : own,
      ...recipientsOf(mail),
      _subject: isRaw ? undefined : content.subject,
      _reference: chosen.reference ?? mail.reference,
      _language: chosen.language,
      _sendAt: mail.sendAt,
      _headers: headers.length === 0 ? undefined : Object.fromEntries(headers),
      _unsubscribe: unsubscribe,
      _attachments: mail.files.length === 0 ? undefined : mail.files,
    },
  };
}

/** The first of several is `_to`, the others are in `_cc`: all readers see the same addresses. */
function recipientsOf({ to, cc, bcc, replyTo, replyToName }: DoorMail) {
  const [first, ...others] = eachOf(to);
  const replies = eachOf(replyTo);
  if (replies.length > 1) throw new DoorRefusal('invalid', `${replyToName} must be one address`);
  return {
    _to: first,
    _cc: joined([...others, ...eachOf(cc)]),
    _bcc: joined(eachOf(bcc)),
    _replyTo: replies[0],
  };
}

/** The addresses of a list, of which each text may have several. There are never more than a mail may have. */
function eachOf(texts: readonly string[]): string[] {
  const addresses: string[] = [];
  for (const text of texts) {
    for (const each of splitMailboxList(text, maxRecipients)) addresses.push(each.trim());
    if (addresses.length <= maxRecipients) continue;
    throw new DoorRefusal('invalid', `The mail has more than ${maxRecipients} recipients`);
  }
  return addresses;
}

const joined = (addresses: readonly string[]) =>
  addresses.length === 0 ? undefined : addresses.join(', ');

/** The headers by which a mail chooses what other APIs have no field for, in lower case. They are not sent. */
const choices = {
  'x-postrider-template': 'template',
  'x-postrider-variables': 'variables',
  'x-postrider-language': 'language',
  'x-postrider-reference': 'reference',
} as const;

export const isChoice = (name: string): name is keyof typeof choices =>
  Object.hasOwn(choices, name);

type Chosen = { [Name in (typeof choices)[keyof typeof choices]]?: string };

function readHeaders(given: DoorMail['headers']) {
  const chosen: Chosen = {};
  const headers = new Map<string, string>();
  let unsubscribe: string | undefined;
  for (const [name, value] of given) {
    const lower = name.toLowerCase();
    const address = lower === 'list-unsubscribe' ? /^<(https:[^<>,]*)>$/.exec(value.trim()) : null;
    if (isChoice(lower)) chosen[choices[lower]] = value || undefined;
    else if (address) unsubscribe = address[1];
    else if (headers.has(name)) throw new DoorRefusal('invalid', `The header ${name} came twice`);
    else headers.set(name, value);
  }
  const sent = [...headers].filter(
    ([name]) => unsubscribe === undefined || name.toLowerCase() !== 'list-unsubscribe-post',
  );
  return { chosen, headers: sent, unsubscribe };
}

function variablesIn(text: string): Fields {
  const value = jsonIn(text);
  if (isJsonObject(value)) return value;
  throw new DoorRefusal('invalid', 'X-Postrider-Variables must be a JSON object');
}

function jsonIn(text: string): unknown {
  checkJsonBounds(text);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A file's content in base64 without line breaks, which some SDKs write; undefined if it is not given. Others make a list
 * of its bytes.
 */
export function fileContent(content: unknown, shown: string): string | undefined {
  if (content === undefined || content === null) return undefined;
  if (typeof content === 'string') return content.replace(/[\r\n]+/g, '');
  const bytes = isJsonObject(content) && content.type === 'Buffer' ? content.data : content;
  if (isBytes(bytes)) return Buffer.from(bytes).toString('base64');
  throw refuse('wrongType', shown, 'a string in base64', typeName(content));
}

function isBytes(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    value.every((each) => Number.isInteger(each) && Number(each) >= 0 && Number(each) <= 255)
  );
}
