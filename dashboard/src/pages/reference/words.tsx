import { Code } from '@mantine/core';

/** A sentence of the document, whose `words in backticks` are code. */
export function Words({ children }: { children: string }) {
  return children.split('`').map((part, at) =>
    // Nothing of a sentence ever moves, and two parts may well be the same.
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells the parts apart.
    at % 2 === 0 ? part : <Code key={at}>{part}</Code>,
  );
}
