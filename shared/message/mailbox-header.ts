import { formatAddress } from '../engine/verify/address.ts';
import type { Mailbox } from './mailbox.ts';

/** RFC 5322 §3.2.3: atoms with one space between them, which need no quotes. */
const atoms = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?: [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

const printableAscii = /^[ -~]+$/;

/** A mailbox as SES accepts it: as encoded words, if its name is not ASCII or looks like one (RFC 2047). */
export function formatMailbox({ name, address }: Mailbox): string {
  return name === undefined
    ? formatAddress(address)
    : `${formatName(name)} <${formatAddress(address)}>`;
}

function formatName(name: string): string {
  if (!printableAscii.test(name) || name.includes('=?')) return encodeWords(name);
  return atoms.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`;
}

/** RFC 2047 §2 allows 75 characters: 12 of `=?UTF-8?B?` and `?=`, and 60 of base64, which hold 45 bytes. */
const maxBytesPerWord = 45;

/** Writes a text as encoded words of RFC 2047 (UTF-8, base64), each of whole characters (§5 (3)). */
export function encodeWords(text: string): string {
  return chunksOf(text)
    .map((chunk) => `=?UTF-8?B?${Buffer.from(chunk, 'utf8').toString('base64')}?=`)
    .join(' ');
}

function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  let chunk = '';
  for (const character of text) {
    if (Buffer.byteLength(chunk + character) > maxBytesPerWord) {
      chunks.push(chunk);
      chunk = '';
    }
    chunk += character;
  }
  return [...chunks, chunk];
}
