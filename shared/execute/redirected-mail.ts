import type { SesMail } from '../adapters/ses/ses.ts';
import { maxHeaderValueCharacters } from '../engine/limits.ts';
import { formatAddress, parseAddress } from '../engine/verify/address.ts';
import { formatMailbox } from '../message/mailbox-header.ts';
import type { Recipient, Recipients } from '../message/recipients.ts';

/** The header of a redirected mail that names its original recipients. */
const header = 'X-Postrider-For';

/** The mail with `redirectedTo` as its only recipient, whose name is the address of its `_to`. */
export function redirectedMail(
  mail: SesMail,
  recipients: Recipients,
  redirectedTo: string,
): SesMail {
  const parsed = parseAddress(redirectedTo);
  if (!parsed.ok) throw new Error('The key redirects to a text that is no address');
  const { to, cc, bcc } = recipients;
  return {
    ...mail,
    to: [formatMailbox({ name: formatAddress(to.address), address: parsed.address })],
    cc: [],
    bcc: [],
    headers: { ...mail.headers, [header]: listOf([to, ...cc, ...bcc]) },
  };
}

/** As many addresses as fit, and the number of the others. */
function listOf(recipients: readonly Recipient[]): string {
  const addresses = recipients.map(({ address }) => formatAddress(address));
  for (let count = addresses.length; count > 0; count--) {
    const named = addresses.slice(0, count).join(', ');
    const others = addresses.length - count;
    const text = others === 0 ? named : `${named}, and ${others} more`;
    if (text.length <= maxHeaderValueCharacters) return text;
  }
  return `${addresses.length} recipients`;
}
