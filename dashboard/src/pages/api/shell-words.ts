/**
 * A text as one word of a POSIX shell, whatever it holds. Within single quotes every character is
 * itself but the quote: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02_02
 */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
