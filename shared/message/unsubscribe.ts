import { maxUnsubscribeCharacters } from '../engine/limits.ts';

/** Why a request, or a flow, cannot have its address to unsubscribe. */
export interface UnsubscribeProblem {
  ok: false;
  field: '_unsubscribe';
  /** A whole sentence, which does not repeat the address. */
  error: string;
}

/** Why a request's `_unsubscribe` cannot be used; null where it can, or was not given. */
export function unsubscribeProblem(address: string | null | undefined): UnsubscribeProblem | null {
  const complaint = address ? addressComplaint(address) : null;
  if (complaint === null) return null;
  return { ok: false, field: '_unsubscribe', error: `_unsubscribe ${complaint}` };
}

/** Printable ASCII without the signs that end an address in `List-Unsubscribe` (RFC 2369 §2), and without `"` and `\`. */
const plain = /^[!#-+\--;=?-[\]-~]+$/;

/**
 * What is wrong with an address to unsubscribe, as a sentence without its subject; null where nothing is. RFC 8058 §3.1
 * demands https.
 */
export function addressComplaint(address: string): string | null {
  if (!address.startsWith('https://')) return 'must begin with https://';
  if (address.length > maxUnsubscribeCharacters) {
    return `must not have more than ${maxUnsubscribeCharacters} characters`;
  }
  if (!plain.test(address)) {
    return 'must be printable ASCII without spaces, commas, quotes, backslashes and angle brackets: encode other characters, as in %20';
  }
  const url = URL.parse(address);
  if (url === null || !/[^.]\.[^.]/.test(url.hostname)) {
    return 'must have a host, such as acme.example';
  }
  return url.username + url.password === '' ? null : 'must not have a user or a password';
}
