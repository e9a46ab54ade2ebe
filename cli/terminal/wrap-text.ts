import { terminalWidth } from './terminal.ts';

/** How many columns of a terminal a text needs: an East Asian character or an emoji needs two. */
export function textWidth(text: string): number {
  return [...text].reduce((width, character) => width + (isWide.test(character) ? 2 : 1), 0);
}

const isWide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uFF01-\uFF60]/u;

/** With less room for a text, lines of one word would be harder to read than what the terminal does by itself. */
const leastSpace = 20;

/** Wraps `text` after its `opening`, under which the next lines begin. A long word stays whole, to be copied. */
export function wrapped(opening: string, text: string, available = terminalWidth()): string {
  const indent = textWidth(opening);
  const space = available - indent;
  if (textWidth(text) <= space || space < leastSpace) return opening + text;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || textWidth(`${line} ${word}`) > space) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return opening + lines.join(`\n${' '.repeat(indent)}`);
}
