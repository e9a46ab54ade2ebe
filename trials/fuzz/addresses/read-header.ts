import type { Meant } from './mailboxes.ts';

/** Reads a mailbox from a header as a mail reader does (RFC 5322 §3.4, RFC 2047); null if the text is no mailbox. */
export function readHeaderMailbox(text: string): Meant | null {
  if (!/^[ -~]+$/.test(text)) return null;
  if (!text.endsWith('>')) return { name: null, address: text };
  const angle = text.lastIndexOf(' <');
  // An address in quotes may have an angle bracket too: its @ comes after it.
  const opening = angle === -1 ? -1 : openingOf(text);
  if (opening === -1) return null;
  const name = readName(text.slice(0, opening));
  return name === null ? null : { name, address: text.slice(opening + 2, -1) };
}

/** The index of the first ` <` outside of quotes. */
function openingOf(text: string): number {
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    if (quoted && text[at] === '\\') at += 1;
    else if (text[at] === '"') quoted = !quoted;
    else if (!quoted && text.startsWith(' <', at)) return at;
  }
  return -1;
}

function readName(text: string): string | null {
  if (text.startsWith('=?')) return readWords(text);
  if (text.startsWith('"')) {
    const content = /^"((?:[^"\\]|\\.)*)"$/.exec(text)?.[1];
    return content === undefined ? null : content.replace(/\\(.)/g, '$1');
  }
  return /^[\w !#$%&'*+/=?^`{|}~-]+$/.test(text) ? text : null;
}

/** White space between two encoded words is not a part of the text (RFC 2047 §6.2). */
function readWords(text: string): string | null {
  const words = text.split(' ').map((word) => /^=\?UTF-8\?B\?([A-Za-z0-9+/=]+)\?=$/.exec(word));
  // Each word holds whole characters, and has at most 75 (§2, §5).
  const parts = words.map((word) =>
    word && word[0].length <= 75 ? Buffer.from(word[1] ?? '', 'base64').toString() : null,
  );
  if (parts.some((part) => part === null || part.includes('\ufffd'))) return null;
  return parts.join('');
}
