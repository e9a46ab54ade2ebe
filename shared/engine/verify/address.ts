import type { AddressRefusal } from './address-refusals.ts';
import { parseDomain } from './domain-name.ts';

/** C0, DEL, C1 and the two Unicode line separators: a reader may take them for the end of a header line. */
export const controlCharacter = /[\p{Cc}\u2028\u2029]/u;

/** One mailbox that mail can be sent to. */
export interface Address {
  /** As it was written, with any quotes: only its mail server knows which local parts are equal. */
  localPart: string;
  /** In lower case, each label as it goes into the DNS (an internationalised one as `xn--…`). */
  domain: string;
}

export type ParsedAddress = { ok: true; address: Address } | { ok: false; reason: AddressRefusal };

/** RFC 5321 §4.5.3.1.3: a path has 256 octets, two of which are its angle brackets. */
const maxAddressOctets = 254;

/** Characters before conversion. More than this never becomes 254 octets in a domain that exists. */
const maxWrittenCharacters = 4 * maxAddressOctets;

/**
 * Parses a mailbox of RFC 5321 §4.1.2 that SES delivers to, untrimmed and in linear time: an ASCII dot-atom or quoted
 * local part (SES has no SMTPUTF8), a host name with a dot; no comment, address literal or `@` in quotes.
 */
export function parseAddress(text: string): ParsedAddress {
  const reason = textRefusal(text);
  if (reason !== undefined) return { ok: false, reason };
  const at = text.indexOf('@');
  if (at === -1) return { ok: false, reason: 'noAt' };
  if (text.indexOf('@', at + 1) !== -1) return { ok: false, reason: 'severalAts' };
  return joinParts(text.slice(0, at), text.slice(at + 1));
}

/** The address as one text, its domain as it goes into the DNS. */
export function formatAddress({ localPart, domain }: Address): string {
  return `${localPart}@${domain}`;
}

function textRefusal(text: string): AddressRefusal | undefined {
  if (text === '') return 'empty';
  if (text.length > maxWrittenCharacters) return 'tooLong';
  if (controlCharacter.test(text)) return 'controlCharacter';
  if (text.trim() !== text) return 'surroundingSpace';
  return undefined;
}

function joinParts(localPart: string, domainText: string): ParsedAddress {
  const reason = localPartRefusal(localPart);
  if (reason !== undefined) return { ok: false, reason };
  const parsed = parseDomain(domainText);
  if (!parsed.ok) return parsed;
  const address = { localPart, domain: parsed.domain };
  if (formatAddress(address).length > maxAddressOctets) return { ok: false, reason: 'tooLong' };
  return { ok: true, address };
}

/** RFC 5321 §4.5.3.1.1; the quotes of a quoted local part count. */
const maxLocalPartOctets = 64;

const notAscii = /[^\0-\x7f]/;

/** Anything but atext (RFC 5322 §3.2.3) and the dot. */
const notDotAtom = /[^A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]/;

/** RFC 5321 §4.1.2: qtextSMTP, or any printable character after a backslash. */
const quotedContent = /^(?:[ !#-[\]-~]|\\[ -~])*$/;

/** Why a text cannot be the part before the `@`; undefined if it can. */
function localPartRefusal(text: string): AddressRefusal | undefined {
  if (text === '') return 'localEmpty';
  if (notAscii.test(text)) return 'localNotAscii';
  if (text.length > maxLocalPartOctets) return 'localTooLong';
  return text.startsWith('"') ? quotedRefusal(text) : dotAtomRefusal(text);
}

function dotAtomRefusal(text: string): AddressRefusal | undefined {
  if (notDotAtom.test(text)) return 'localCharacter';
  if (text.startsWith('.') || text.endsWith('.') || text.includes('..')) return 'localDot';
  return undefined;
}

/** RFC 5321 allows `""`, but no mailbox has that name and many servers refuse it. */
function quotedRefusal(text: string): AddressRefusal | undefined {
  if (text === '""') return 'quoteEmpty';
  if (text.length === 1 || !text.endsWith('"')) return 'quoteOpen';
  return quotedContent.test(text.slice(1, -1)) ? undefined : 'quoteUnescaped';
}
