import { formatAddress, parseAddress } from '../../shared/engine/verify/address.ts';
import { addressRefusals } from '../../shared/engine/verify/address-refusals.ts';
import type { ManageProblem } from '../../shared/manage/manage-error.ts';
import { suppressionAddress } from '../../shared/message/suppression.ts';
import { refusedFor } from './failure.ts';

/** The most addresses of a seed list, and of one run of `template test`. */
export const maxAddresses = 20;

export const commaSeparated = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Returns at most 20 addresses as SES writes them. @throws {ManageError} that names each wrong or repeated part */
export function checkAddresses(parts: readonly string[], opening: string): string[] {
  const addresses: string[] = [];
  const problems: ManageProblem[] = [];
  const known = new Set<string>();
  for (const part of parts) {
    const parsed = parseAddress(part);
    if (!parsed.ok) {
      const reason = addressRefusals[parsed.reason];
      const message = `${JSON.stringify(part)} is not a valid email address: ${reason}`;
      problems.push({ code: 'bad-address', message });
      continue;
    }
    const address = formatAddress(parsed.address);
    // Hardly any mail server distinguishes upper and lower case, so two spellings would be two mails in one mailbox.
    if (known.has(suppressionAddress(address))) {
      problems.push({ code: 'bad-address', message: `${address} is in the list twice` });
    }
    known.add(suppressionAddress(address));
    addresses.push(address);
  }
  if (parts.length > maxAddresses) {
    const message = `the list has ${parts.length} addresses, and at most ${maxAddresses} are allowed`;
    problems.push({ code: 'bad-address', message });
  }
  if (problems.length === 0) return addresses;
  throw refusedFor(opening, problems, 'the addresses');
}
