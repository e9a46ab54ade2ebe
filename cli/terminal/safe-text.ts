/**
 * Keeps every character in a pipe. At a terminal it replaces control characters other than tabs and line ends, so that
 * those of a template have no effect.
 */
export function safeText(text: string): string {
  if (!process.stdout.isTTY) return text;
  return text.replace(/[^\P{Cc}\t\n]/gu, (character) =>
    String.fromCodePoint(0x2400 + ((character.codePointAt(0) ?? 0) % 0x40)),
  );
}
