import { textWidth } from './column-widths.ts';
import { terminalWidth } from './terminal.ts';

/** With less room for a text, lines of one word would be harder to read than what the terminal does by itself. */
const leastSpace = 20;

/**
 * A text behind its `opening`, such as a name. Where the terminal is too narrow, the text wraps between two words, and
 * its next lines begin below its first. A word that is too long for a line stays whole, so that it can be copied.
 */
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
