import * as z from 'zod/mini';
import { isDeliveryField } from '../engine/flow/delivery.ts';
import { jsonObject, requiredString } from '../http/contract.ts';
import { attachmentList } from './attachments/entries.ts';

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
  _headers: z.optional(z.record(z.string(), z.string())),
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
