import { formatAddress } from '../engine/verify/address.ts';
import { parseMailbox, splitMailboxList } from './mailbox.ts';
import { type AddressFields, type FieldProblem, fieldProblem } from './recipients.ts';

/** Why nothing is sent to an address any more. */
export type SuppressionReason = 'bounce' | 'complaint' | 'manual';

export interface Suppression {
  /** In lower case, the domain in A-labels. */
  address: string;
  reason: SuppressionReason;
  /** ISO 8601, since when. */
  at: string;
  /** The provider's own words, or an operator's note. */
  detail: string | null;
  /** The message that caused it; null if an operator added it. */
  messageId: string | null;
}

/** The form in which suppressed addresses, and what stands for them, are stored and looked up. */
export function suppressionAddress(address: string): string {
  return isForgottenEntry(address) ? address : address.toLowerCase();
}

/** What stands in the list for a forgotten person (`personOf`), to whom nothing is sent: it is no address. */
export const forgottenEntry = (person: string) => `~${person}`;

export const isForgottenEntry = (address: string) => /^~[0-9A-Za-z]{22}$/.test(address);

const reasons: Record<SuppressionReason, string> = {
  bounce: 'a mail to it bounced',
  complaint: 'its reader marked a mail as spam',
  manual: 'by hand',
};

/** The predicate of a sentence about a suppressed address. */
export function suppressedSince({ at, reason }: Suppression): string {
  return `is suppressed since ${at.slice(0, 10)}: ${reasons[reason]}`;
}

/** The addresses in delivery fields that `parseDelivery` accepts, as suppressed addresses are stored. */
export function deliveryAddresses(fields: AddressFields): string[] {
  return places(fields).map(({ address }) => address);
}

/** The first address of the delivery fields that is suppressed; null if none is. */
export function suppressedField(
  fields: AddressFields,
  suppressed: readonly Suppression[],
): FieldProblem | null {
  if (suppressed.length === 0) return null;
  const byAddress = new Map(suppressed.map((suppression) => [suppression.address, suppression]));
  for (const { field, name, address } of places(fields)) {
    const found = byAddress.get(address);
    if (found === undefined) continue;
    return fieldProblem(field, suppressedSince(found), name);
  }
  return null;
}

type RecipientPlace = { field: FieldProblem['field']; name: string; address: string };

/** Each address with its place in words. */
function places({ _to, _cc, _bcc }: AddressFields): RecipientPlace[] {
  return [
    ...place('_to', '_to', _to ?? ''),
    ...splitMailboxList(_cc ?? '').flatMap((entry, at) =>
      place('_cc', `Address ${at + 1} in _cc`, entry),
    ),
    ...splitMailboxList(_bcc ?? '').flatMap((entry, at) =>
      place('_bcc', `Address ${at + 1} in _bcc`, entry),
    ),
  ];
}

function place(field: RecipientPlace['field'], name: string, text: string): RecipientPlace[] {
  const parsed = parseMailbox(text);
  if (!parsed.ok) return [];
  return [{ field, name, address: suppressionAddress(formatAddress(parsed.mailbox.address)) }];
}
