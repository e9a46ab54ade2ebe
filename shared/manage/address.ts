import { formatAddress, parseAddress } from '../verify/address.ts';
import { addressRefusals } from '../verify/address-refusals.ts';
import { ManageError } from './manage-error.ts';

/** The address as SES knows it. Throws a `ManageError` for a text that is none. */
export function checkAddress(text: string): string {
  const parsed = parseAddress(text);
  if (parsed.ok) return formatAddress(parsed.address);
  throw new ManageError(
    `${JSON.stringify(text)} is not a valid email address: ${addressRefusals[parsed.reason]}`,
  );
}
