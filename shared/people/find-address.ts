import { domainToUnicode } from 'node:url';
import { formatAddress } from '../engine/verify/address.ts';
import { parseMailbox } from '../message/mailbox.ts';
import { suppressionAddress } from '../message/suppression.ts';

/** Finds one address in any case, and with its domain in A-labels or in U-labels. */
export interface AddressFinder {
  /** Whether a text is the address, alone or with a name. A text that is no address is, if the address is in it. */
  is: (text: string) => boolean;
  /** Whether the address is somewhere in a text. `nada@example.com` is not `ada@example.com`. */
  isIn: (text: string) => boolean;
  /** The text with `instead` in place of the address, also where it is a part of a longer one. */
  replace: (text: string, instead: string) => string;
}

/** `address`: as the suppression list has it, in lower case and with A-labels. */
export function addressFinder(address: string): AddressFinder {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const unicode = domainToUnicode(domain);
  const locals = [local, JSON.stringify(local).slice(1, -1)];
  const domains = [domain, unicode, unicode.normalize('NFD')];
  // In an address of a web page and in HTML, `@` may be written in these ways.
  const anywhere = `${oneOf(locals)}(?:@|%40|&#64;|&#x40;)${oneOf(domains)}`;
  const whole = new RegExp(
    // In JSON, the letter before the address may be the end of an escape: `\\nada@example.com`.
    `(?<!(?<!\\\\)[\\p{L}\\p{M}\\p{N}._%+-])${anywhere}(?![\\p{L}\\p{M}\\p{N}-]|\\.[\\p{L}\\p{N}])`,
    'iu',
  );
  const every = new RegExp(anywhere, 'giu');
  const isIn = (text: string) => whole.test(text);
  return {
    isIn,
    is: (text) => {
      const parsed = parseMailbox(text);
      if (!parsed.ok) return isIn(text);
      return suppressionAddress(formatAddress(parsed.mailbox.address)) === address;
    },
    // A function, because a text could have `$&`.
    replace: (text, instead) => text.replace(every, () => instead),
  };
}

const oneOf = (texts: readonly string[]) => `(?:${[...new Set(texts)].map(escaped).join('|')})`;

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
