/**
 * Keeps every character in a pipe. At a terminal it replaces control characters other than tabs and line ends, and those
 * that change the direction of text, so that those of a template or a caller have no effect.
 */
export function safeText(text: string): string {
  if (!process.stdout.isTTY) return text;
  return text
    .replace(/[^\P{Cc}\t\n]/gu, (character) =>
      String.fromCodePoint(0x2400 + ((character.codePointAt(0) ?? 0) % 0x40)),
    )
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
