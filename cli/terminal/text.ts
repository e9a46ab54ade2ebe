/** At a terminal, replaces control characters and those that change the direction of text, which could deceive. */
export function safeText(text: string): string {
  if (!process.stdout.isTTY) return text;
  return text
    .replace(/[^\P{Cc}\t\n]/gu, (character) =>
      String.fromCodePoint(0x2400 + ((character.codePointAt(0) ?? 0) % 0x40)),
    )
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

/** A number of bytes as a person reads it: `577 bytes`, `12.3 KB`, `2.4 MB`. 1 KB is 2^10 bytes, 1 MB is 2^20. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes.toLocaleString('en')} bytes`;
  const [size, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'KB'] : [bytes / 1024 ** 2, 'MB'];
  return `${size.toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`;
}

/** The units of a span of time, with their milliseconds, the longest one first. */
export const timeUnits = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

const words = new Intl.RelativeTimeFormat('en');

/** How long ago a time was, in its largest whole unit: `2 hours ago`. A clock that was set back gives `0 seconds ago`. */
export function timeAgo(time: Date, now: Date): string {
  const ms = Math.max(0, now.getTime() - time.getTime());
  const [unit, length] = timeUnits.find(([, each]) => ms >= each) ?? ['second', 1000];
  return words.format(-Math.floor(ms / length), unit);
}

/** `1 problem`, `2 problems`. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Puts a text into single quotes, unless a shell reads it as one plain word. */
export function shellWord(text: string): string {
  return /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
