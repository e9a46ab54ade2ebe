import * as z from 'zod/mini';
import { refuse } from '../engine/errors.ts';
import { maxHeaders } from '../engine/limits.ts';
import { nearest } from '../engine/nearest.ts';
import { isGiven, isJsonObject, jsonObject, requiredString } from '../http/contract.ts';
import { attachmentList } from './attachments/entries.ts';

/** `_headers` in a contract. If there are too many, their values are not checked: `headersProblem` refuses them. */
export const headerRecord = z
  .custom<Record<string, string>>(isJsonObject, 'an object')
  .check(({ value, issues }) => {
    const names = isJsonObject(value) ? Object.keys(value) : [];
    if (names.length > maxHeaders) return;
    const wrong = names.find((name) => typeof Reflect.get(value, name) !== 'string');
    if (wrong !== undefined)
      issues.push({ code: 'invalid_type', expected: 'string', path: [wrong], input: value });
  });

/** The fields of a request for a mail. Add one here, to `keptFields` and to the words of the API's document. */
export const sendFields = {
  templateId: requiredString,
  variables: jsonObject,
  _to: z.optional(z.string()),
  _subject: z.optional(z.string()),
  _replyTo: z.optional(z.string()),
  _cc: z.optional(z.string()),
  _bcc: z.optional(z.string()),
  /** The caller's own name of the message, such as an order's number. */
  _reference: z.optional(z.string()),
  /** The tag of the language that the mail is wanted in. Default: the template's own. */
  _language: z.optional(z.string()),
  /** When to send the mail: RFC 3339 with an offset. Default: now. */
  _sendAt: z.optional(z.string()),
  /** Further headers of the mail, by their names. Default: none. */
  _headers: z.optional(headerRecord),
  /** The id of the reply or the message that the mail answers. Default: none. */
  _inReplyTo: z.optional(z.string()),
  /** The https address of one-click unsubscribe (RFC 8058). Default: the flow's, if it has one. */
  _unsubscribe: z.optional(z.string()),
  /** The files of the mail. */
  _attachments: z.optional(attachmentList),
  /** Adds the steps of the flow to the answer. Default: false. */
  _trace: z.optional(z.boolean()),
  /** Refuses fields that are not known, in place of ignoring them. Default: false. */
  _strict: z.optional(z.boolean()),
};

export type SendField = keyof typeof sendFields;

/** A request that makes a mail of a stored template. */
export type SendRequest = { [Field in SendField]: z.output<(typeof sendFields)[Field]> };

export const sendFieldNames: ReadonlySet<string> = new Set(Object.keys(sendFields));

/** Refuses a name that is not in `known` and starts with `_` (a typo in `_replyTo`), or any with `_strict`. */
export function refuseUnknownFields(
  request: Record<string, unknown>,
  known: ReadonlySet<string>,
): void {
  for (const name of Object.keys(request)) {
    if (known.has(name) || !isGiven([name, request[name]])) continue;
    if (name.startsWith('_')) throw refuse('unknownDeliveryField', name, meantBy(name, known));
    if (request._strict) throw refuse('unknownField', name, meantBy(name, known));
  }
}

/** Advice on fields of other mail services whose names are not similar to ours. */
const elsewhere: Readonly<Record<string, string>> = {
  from: "the sender is in the template's flow",
  html: 'the content is in the template',
  text: 'the content is in the template',
  scheduledat: 'did you mean _sendAt?',
};

/** The end of a sentence about an unknown field. */
function meantBy(name: string, known: ReadonlySet<string>): string {
  const bare = bareName(name);
  if (Object.hasOwn(elsewhere, bare)) return elsewhere[bare] ?? '';
  const names = [...known];
  const meant = names.find((each) => bareName(each) === bare) ?? nearest(name, names);
  return meant ? `did you mean ${meant}?` : `the fields are ${names.join(', ')}`;
}

const bareName = (name: string) => name.replaceAll('_', '').toLowerCase();
