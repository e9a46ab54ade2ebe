import { formatAddress } from '../engine/verify/address.ts';
import type { Mailbox } from './mailbox.ts';

/** RFC 5322 §3.2.3: atoms with one space between them, which need no quotes. */
const atoms = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?: [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

const printableAscii = /^[ -~]+$/;

/**
 * Writes a mailbox in the form that SES accepts: the domain in its DNS form, and the name as it is,
 * in quotes if it needs them. A name that is not ASCII becomes RFC 2047 encoded words, because SES
 * would break it. A name that looks like an encoded word is encoded too, so that mail programs show
 * it as it was given.
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

/**
 * RFC 2047 §2: an encoded word has at most 75 characters. `=?UTF-8?B?` and `?=` take 12, and the
 * 60 of base64 that fit into the other 63 hold 45 bytes.
 */
const maxBytesPerWord = 45;

/**
 * Writes a text as encoded words of RFC 2047 (UTF-8, base64), one space between them, which mail
 * programs remove again. Each word holds whole characters, as §5 (3) asks.
 */
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
