import { domainToUnicode } from 'node:url';

/** Finds one address in any case, with or without quotes, and with its domain in A-labels or in U-labels. */
export interface AddressFinder {
  /** Whether the address is in a text, or is all of it. `nada@example.com` is not `ada@example.com`. */
  isIn: (text: string) => boolean;
  /** The text with `instead` in place of the address, also where it is a part of a longer one. */
  replace: (text: string, instead: string) => string;
}

/** `address`: as the suppression list has it, in lower case and with A-labels. */
export function addressFinder(address: string): AddressFinder {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const unicode = domainToUnicode(domain);
  const quoted = local.startsWith('"') ? local : `"${local}"`;
  // In JSON, quotes are escaped.
  const locals = oneOf([quoted.slice(1, -1), quoted, JSON.stringify(quoted).slice(1, -1)]);
  const domains = oneOf([domain, unicode, unicode.normalize('NFD')]);
  // In an address of a web page and in HTML, `@` may be written in these ways.
  const anywhere = `${locals}(?:@|%40|&#64;|&#x40;)${domains}`;
  // In JSON, the letter before the address may be the end of an escape: `\nada@example.com`.
  const before = '(?<!(?<!\\\\)[\\p{L}\\p{M}\\p{N}._%+-])';
  const whole = new RegExp(`${before}${anywhere}(?![\\p{L}\\p{M}\\p{N}-]|\\.[\\p{L}\\p{N}])`, 'iu');
  const every = new RegExp(anywhere, 'giu');
  return {
    isIn: (text) => whole.test(text),
    // A function, because a text could have `$&`.
    replace: (text, instead) => text.replace(every, () => instead),
  };
}

const oneOf = (texts: readonly string[]) => `(?:${[...new Set(texts)].map(escaped).join('|')})`;

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
