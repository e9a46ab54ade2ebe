import type { AddressRefusal } from './address-refusals.ts';

/** RFC 5321 §4.5.3.1.1; the quotes of a quoted local part count. */
const maxLocalPartOctets = 64;

const notAscii = /[^\0-\x7f]/;

/** Anything but atext (RFC 5322 §3.2.3) and the dot. */
const notDotAtom = /[^A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]/;

/** RFC 5321 §4.1.2: qtextSMTP, or any printable character after a backslash. */
const quotedContent = /^(?:[ !#-[\]-~]|\\[ -~])*$/;

/** Why a text cannot stand before the `@`, or undefined where it can. */
export function localPartRefusal(text: string): AddressRefusal | undefined {
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
