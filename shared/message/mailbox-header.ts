import { formatAddress } from '../engine/verify/address.ts';
import { encodeWords } from './encoded-words.ts';
import type { Mailbox } from './mailbox.ts';

/** RFC 5322 §3.2.3: atoms with one space between them, which need no quotes. */
const atoms = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?: [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

const printableAscii = /^[ -~]+$/;

/**
 * Writes a mailbox as SES takes it: the domain as it goes into the DNS; the name as it is, in quotes
 * where it must be, and as RFC 2047 words where it is not ASCII, because SES would break it. A name
 * that looks like such a word is encoded too, so that readers show it as it was given.
 */
export function formatMailbox({ name, address }: Mailbox): string {
  return name === undefined
    ? formatAddress(address)
    : `${formatName(name)} <${formatAddress(address)}>`;
}

function formatName(name: string): string {
  if (!printableAscii.test(name) || name.includes('=?')) return encodeWords(name);
  return atoms.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`;
}
