import * as z from 'zod/mini';
import { refuse } from '../engine/errors.ts';
import { isDeliveryField } from '../engine/flow/delivery.ts';
import { maxHeaders } from '../engine/limits.ts';
import { isGiven, isJsonObject, jsonObject, requiredString } from '../http/contract.ts';
import { attachmentList } from './attachments/entries.ts';

/** `_headers` in a contract. Of too many no value is checked: `headersProblem` refuses them by their number. */
export const headerRecord = z
  .custom<Record<string, string>>(isJsonObject, 'an object')
  .check(({ value, issues }) => {
    const names = isJsonObject(value) ? Object.keys(value) : [];
    if (names.length > maxHeaders) return;
    const wrong = names.find((name) => typeof Reflect.get(value, name) !== 'string');
    if (wrong !== undefined)
      issues.push({ code: 'invalid_type', expected: 'string', path: [wrong], input: value });
  });

/** The fields of a request that makes a mail of a stored template, as contracts have them. */
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
  /** The https address of one-click unsubscribe (RFC 8058). Default: the flow's, if it has one. */
  _unsubscribe: z.optional(z.string()),
  /** The files of the mail. */
  _attachments: z.optional(attachmentList),
  /** Adds the steps of the flow to the answer. Default: false. */
  _trace: z.optional(z.boolean()),
};

const otherFields: ReadonlySet<string> = new Set([
  '_reference',
  '_language',
  '_sendAt',
  '_trace',
  '_headers',
  '_unsubscribe',
  '_attachments',
]);

/** Whether a name that starts with `_` is one of these fields. */
export function isSendField(name: string): boolean {
  return isDeliveryField(name) || otherFields.has(name);
}

/** Throws the refusal `unknownDeliveryField` for a given name that starts with `_`, so that a typo in `_replyTo` does not pass. */
export function refuseUnknownFields(
  fields: Record<string, unknown>,
  isKnown: (name: string) => boolean = isSendField,
): void {
  for (const name of Object.keys(fields)) {
    if (name.startsWith('_') && isGiven([name, fields[name]]) && !isKnown(name))
      throw refuse('unknownDeliveryField', name);
  }
}
