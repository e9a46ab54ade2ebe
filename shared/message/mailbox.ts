import { maxDisplayNameCharacters } from '../engine/limits.ts';
import { type Address, controlCharacter, parseAddress } from '../engine/verify/address.ts';
import { addressRefusals } from '../engine/verify/address-refusals.ts';

/** An address with the name that a reader sees beside it. */
export interface Mailbox {
  /** Without its quotes and escapes; absent if there is no name. */
  name?: string;
  address: Address;
}

/** `problem` begins in lower case, to follow a colon. */
export type ParsedMailbox = { ok: true; mailbox: Mailbox } | { ok: false; problem: string };

const problems = {
  illFormed: 'it contains half of a surrogate pair',
  unquoted: 'a name with one of , ; : @ ( ) [ ] < > " \\ in it must be in double quotes',
  quoteOpen: 'the quote that the name begins with is not closed',
  afterQuote: 'a quoted name must be followed by the address in angle brackets',
  nameTooLong: `its name is longer than ${maxDisplayNameCharacters} characters`,
} as const;

/** The "specials" of RFC 5322 §3.2.3 except the dot, which every mail program accepts (`J. Doe`). */
const specials = /[,;:@()[\]<>"\\]/;

/** A quoted string at the beginning, in which a backslash escapes the character after it. */
const quotedName = /^"((?:[^"\\]|\\.)*)"/u;

/** Parses `a@b`, `<a@b>`, `Name <a@b>` or `"Name, quoted" <a@b>`. Groups and comments can hide a second address. */
export function parseMailbox(text: string): ParsedMailbox {
  if (!text.isWellFormed()) return { ok: false, problem: problems.illFormed };
  if (controlCharacter.test(text)) return { ok: false, problem: addressRefusals.controlCharacter };
  const trimmed = text.trim();
  if (!trimmed.endsWith('>')) return withAddress(undefined, trimmed);
  return trimmed.startsWith('"') ? afterQuotedName(trimmed) : afterPlainName(trimmed);
}

function afterQuotedName(text: string): ParsedMailbox {
  const quoted = quotedName.exec(text);
  if (quoted === null) return { ok: false, problem: problems.quoteOpen };
  const rest = text.slice(quoted[0].length).trimStart();
  if (!rest.startsWith('<')) return { ok: false, problem: problems.afterQuote };
  return withAddress(quoted[1]?.replace(/\\(.)/gu, '$1'), rest.slice(1, -1));
}

function afterPlainName(text: string): ParsedMailbox {
  const angle = text.indexOf('<');
  const name = text.slice(0, Math.max(angle, 0)).trim();
  if (angle === -1 || specials.test(name)) return { ok: false, problem: problems.unquoted };
  return withAddress(name, text.slice(angle + 1, -1));
}

function withAddress(name: string | undefined, addressText: string): ParsedMailbox {
  if (name !== undefined && [...name].length > maxDisplayNameCharacters) {
    return { ok: false, problem: problems.nameTooLong };
  }
  const parsed = parseAddress(addressText);
  if (!parsed.ok) return { ok: false, problem: addressRefusals[parsed.reason] };
  const { address } = parsed;
  return { ok: true, mailbox: name?.trim() ? { name, address } : { address } };
}

/**
 * Splits a list at its commas, except within double quotes; it checks nothing. It stops after `most` entries and one
 * more.
 */
export function splitMailboxList(text: string, most = Number.POSITIVE_INFINITY): string[] {
  const entries: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (character === '\\' && quoted) at++;
    else if (character === ',' && !quoted) {
      entries.push(text.slice(start, at));
      start = at + 1;
      if (entries.length > most) return entries;
    }
  }
  return [...entries, text.slice(start)];
}
