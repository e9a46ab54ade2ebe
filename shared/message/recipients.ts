import { threadReplyTo } from '../engine/flow/delivery.ts';
import { maxRecipients } from '../engine/limits.ts';
import { formatAddress } from '../engine/verify/address.ts';
import { type Mailbox, parseMailbox, splitMailboxList } from './mailbox.ts';

/** The delivery fields of an execute request that hold addresses (spec §4.2). */
export type AddressField = '_to' | '_cc' | '_bcc' | '_replyTo';

/** As the caller gave them; `""` and null count as not given. */
export type AddressFields = { readonly [field in AddressField]?: string | null | undefined };

export type Recipient = Mailbox;

export interface Recipients {
  to: Recipient;
  cc: Recipient[];
  bcc: Recipient[];
  replyTo?: Recipient;
  /** The address of the message's thread, which then is `replyTo`. Absent if replies go elsewhere. */
  thread?: string;
}

/** Why a mail cannot have an address of its own for replies. */
export const noReplies = '_replyTo: this deployment receives no replies';

export type FieldProblem = {
  ok: false;
  field: AddressField;
  /** A sentence that names the field, or the address within it, and does not repeat the value. */
  error: string;
  /** The sentence without its subject: `is required`. */
  complaint: string;
};

/** The problem of a field, or of the address within it that `name` names. */
export function fieldProblem(
  field: AddressField,
  complaint: string,
  name: string = field,
): FieldProblem {
  return { ok: false, field, error: `${name} ${complaint}`, complaint };
}

/**
 * Parses the recipients, each once, and the reply address; or returns the problem of the first unusable field.
 * `newThread` makes the address of a thread; without it, this deployment receives no replies.
 */
export function parseDelivery(
  fields: AddressFields,
  newThread?: (() => string) | undefined,
): { ok: true; recipients: Recipients } | FieldProblem {
  const to = parseRecipient('_to', fields._to);
  if (!to.ok) return to;
  const cc = parseRecipientList('_cc', fields._cc, maxRecipients - 1);
  if (!cc.ok) return cc;
  const bcc = parseRecipientList('_bcc', fields._bcc, maxRecipients - 1 - cc.list.length);
  if (!bcc.ok) return bcc;
  const isThread = fields._replyTo === threadReplyTo;
  if (isThread && !newThread) {
    return { ok: false, field: '_replyTo', error: noReplies, complaint: noReplies };
  }
  const thread = isThread ? newThread?.() : undefined;
  const given = thread ?? fields._replyTo;
  const replyTo = given ? parseRecipient('_replyTo', given) : undefined;
  if (replyTo?.ok === false) return replyTo;

  const isNew = firstOfEach(to.recipient);
  const recipients = {
    to: to.recipient,
    cc: cc.list.filter(isNew),
    bcc: bcc.list.filter(isNew),
    ...(replyTo && { replyTo: replyTo.recipient }),
    ...(thread !== undefined && { thread }),
  };
  return { ok: true, recipients };
}

/** Parses a field that must hold exactly one address. */
export function parseRecipient(
  field: AddressField,
  text: string | null | undefined,
): { ok: true; recipient: Recipient } | FieldProblem {
  if (!text) return fieldProblem(field, 'is required');
  if (splitMailboxList(text, 1).length > 1) {
    return fieldProblem(
      field,
      'must be one address; a name with a comma in it must be in double quotes',
    );
  }
  const parsed = parseMailbox(text);
  if (parsed.ok) return { ok: true, recipient: parsed.mailbox };
  return fieldProblem(field, `is not a valid email address: ${parsed.problem}`);
}

/** Refuses an empty entry, also after a final comma: it is often a value that got lost. */
function parseRecipientList(
  field: AddressField,
  text: string | null | undefined,
  most: number,
): { ok: true; list: Recipient[] } | FieldProblem {
  const entries = text ? splitMailboxList(text, most) : [];
  if (entries.length > most) {
    return fieldProblem(
      field,
      `has too many addresses: _to, _cc and _bcc may have ${maxRecipients} together`,
    );
  }
  const list: Recipient[] = [];
  for (const [index, entry] of entries.entries()) {
    const parsed = parseMailbox(entry);
    if (!parsed.ok) {
      const name = `Address ${index + 1} in ${field}`;
      return fieldProblem(field, `is not a valid email address: ${parsed.problem}`, name);
    }
    list.push(parsed.mailbox);
  }
  return { ok: true, list };
}

function firstOfEach(first: Recipient): (recipient: Recipient) => boolean {
  const seen = new Set([formatAddress(first.address)]);
  return ({ address }) => {
    const text = formatAddress(address);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  };
}
