/// <reference path="./punycode.d.ts" />
import { decode } from 'punycode.js/punycode.es6.js';
import type { AddressRefusal } from './address-refusals.ts';

export type ParsedDomain = { ok: true; domain: string } | { ok: false; reason: AddressRefusal };

/** RFC 1035 §2.3.4: 255 octets on the wire, which are 253 characters in text. */
const maxDomainOctets = 253;
const maxLabelOctets = 63;

/** The only characters that a host may contain: `URL` would decode `%` and cut at `/`. */
const domainCharacters = /^[\p{L}\p{M}\p{Nd}.-]+$/u;

const ascii = /^[A-Za-z0-9-]+$/;

/** Parses a host name with at least one dot into lower-case labels as they go into the DNS. */
export function parseDomain(text: string): ParsedDomain {
  const reason = writtenRefusal(text);
  if (reason !== undefined) return { ok: false, reason };
  const labels: string[] = [];
  for (const written of text.split('.')) {
    const label = toDnsLabel(written);
    if (label === undefined) return { ok: false, reason: 'labelNotConvertible' };
    labels.push(label);
  }
  const converted = labelsRefusal(labels);
  return converted === undefined
    ? { ok: true, domain: labels.join('.') }
    : { ok: false, reason: converted };
}

function writtenRefusal(text: string): AddressRefusal | undefined {
  if (text === '') return 'domainEmpty';
  if (text.startsWith('[')) return 'domainLiteral';
  if (!domainCharacters.test(text)) return 'domainCharacter';
  if (text.startsWith('.') || text.endsWith('.') || text.includes('..')) return 'domainDot';
  if (!text.includes('.')) return 'domainNoDot';
  if (/^-|-$|-\.|\.-/.test(text)) return 'labelHyphen';
  return undefined;
}

function labelsRefusal(labels: string[]): AddressRefusal | undefined {
  if (labels.some((label) => label.length > maxLabelOctets)) return 'labelTooLong';
  if (labels.join('.').length > maxDomainOctets) return 'domainTooLong';
  // RFC 3696 §2: a name whose last label is a number would be read as an IP address.
  if (/^[0-9]+$/.test(labels.at(-1) ?? '')) return 'domainNumeric';
  return undefined;
}

/**
 * Converts one label: `URL` takes a name that ends in digits for an IP address. A label outside ASCII must become
 * `xn--`: full-width letters and the like would become another domain than the reader sees.
 */
function toDnsLabel(written: string): string | undefined {
  if (ascii.test(written)) {
    const label = written.toLowerCase();
    return label.startsWith('xn--') ? validALabel(label) : label;
  }
  return encoded(written);
}

/** The `xn--` label of a label that is not ASCII, as the URL Standard converts hosts (UTS 46). */
function encoded(written: string): string | undefined {
  // With `.invalid` after it, `URL` reads no label as an IP address.
  const url = URL.parse(`http://${written}.invalid`);
  const label = url?.hostname.replace(/\.invalid$/, '') ?? '';
  return label.startsWith('xn--') && ascii.test(label) ? label : undefined;
}

/** The label if it survives decoding and encoding: `URL` also accepts some `xn--` labels without text. */
function validALabel(label: string): string | undefined {
  try {
    return encoded(decode(label.slice('xn--'.length))) === label ? label : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
