import type { TextBlock } from './text-block.ts';

const separator = ' | ';

/** A table's row while it is written. */
export type TextRow = {
  /** What the row stands in. */
  readonly around: TextBlock;
  /** What was written so far; text before the first cell counts as one. */
  readonly cells: TextBlock[];
  begun: number;
};

/**
 * Prints a row behind the words around it. Short cells share a line. A cell that has lines of its
 * own stands apart, and so does one that is alone: that is how a mail's layout is made, and its
 * paragraphs are such cells.
 */
export function printRow({ around, cells, begun }: TextRow): void {
  const written = cells.filter(({ text }) => text !== '');
  const isLaidOut = begun <= 1 || written.some(({ isMultiline }) => isMultiline);
  around.lines(1);
  if (isLaidOut) {
    for (const { text, isMultiline } of written) printApart(around, 2, text, isMultiline);
  } else if (written.length > 0) {
    printApart(around, 1, written.map(({ text }) => text).join(separator), false);
  }
}

function printApart(block: TextBlock, lines: number, text: string, isMultiline: boolean): void {
  block.lines(lines);
  block.pad();
  block.add(text, isMultiline);
  block.lines(lines);
}
