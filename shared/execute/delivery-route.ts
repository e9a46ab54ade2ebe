import { formatAddress } from '../engine/verify/address.ts';
import type { TestDelivery } from '../keys/test-delivery.ts';
import type { AddressFields, Recipient, Recipients } from '../message/recipients.ts';
import {
  deliveryAddresses,
  type Suppression,
  suppressedSince,
  suppressionAddress,
} from '../message/suppression.ts';
import { isSimulated } from '../reports/simulator.ts';

export type DeliveryRoute =
  /** SES sends it to these recipients. `leftOut`: the recipients who do not get it; absent if all get it. */
  | { type: 'ses'; recipients: Recipients; leftOut?: string[] }
  /** SES sends it to one other address in place of its recipients. */
  | { type: 'redirected'; recipients: Recipients; redirectedTo: string }
  /** SES is not called. */
  | { type: 'captured'; recipients: Recipients }
  /** Nothing is sent, for the reason that the caller gets. */
  | { type: 'refused'; recipients: Recipients; redirectedTo: string; error: string };

/** For how many recipients SES bills a mail of this route. */
export function billedRecipients({ type, recipients: { cc, bcc } }: DeliveryRoute): number {
  if (type === 'redirected') return 1;
  return type === 'ses' ? 1 + cc.length + bcc.length : 0;
}

export type ChooseRoute = (recipients: Recipients) => DeliveryRoute;

/** The route of a live key's mails. */
export const toItsRecipients: ChooseRoute = (recipients) => ({ type: 'ses', recipients });

/**
 * The routes of a test key's mails. If the key's list allows `_to`, the mail goes to all recipients on the list, and
 * leaves out the others. If not, it is redirected or captured.
 */
export function routesOfTestKey(
  { allow = [], redirectTo }: TestDelivery,
  suppressed: readonly Suppression[],
): ChooseRoute {
  const allowed = new Set(allow.map((entry) => entry.toLowerCase()));
  const isAllowed = ({ address }: Recipient) =>
    allowed.has(suppressionAddress(formatAddress(address))) || allowed.has(`@${address.domain}`);
  return (recipients) => {
    if (isAllowed(recipients.to)) return onlyAllowed(recipients, isAllowed);
    if (redirectTo === undefined) return { type: 'captured', recipients };
    const redirected = { recipients, redirectedTo: redirectTo };
    const found = suppressed.find(({ address }) => address === suppressionAddress(redirectTo));
    if (found === undefined) return { type: 'redirected', ...redirected };
    const error = `The address that this test key redirects to ${suppressedSince(found)}`;
    return { type: 'refused', ...redirected, error };
  };
}

/**
 * The addresses for which a mail is refused if they are suppressed: those in its delivery fields, and the one that a
 * test key redirects to. A test key's mails may always go to the mailbox simulator.
 */
export function suppressibleAddresses(
  fields: AddressFields,
  test: Pick<TestDelivery, 'redirectTo'> | undefined,
): string[] {
  const addresses = deliveryAddresses(fields);
  if (test === undefined) return addresses;
  const real = addresses.filter((address) => !isSimulated(address));
  return test.redirectTo === undefined ? real : [...real, test.redirectTo];
}

function onlyAllowed(
  recipients: Recipients,
  isAllowed: (recipient: Recipient) => boolean,
): DeliveryRoute {
  const { cc, bcc } = recipients;
  const leftOut = [...cc, ...bcc]
    .filter((recipient) => !isAllowed(recipient))
    .map(({ address }) => formatAddress(address));
  if (leftOut.length === 0) return { type: 'ses', recipients };
  const kept = { ...recipients, cc: cc.filter(isAllowed), bcc: bcc.filter(isAllowed) };
  return { type: 'ses', recipients: kept, leftOut };
}
