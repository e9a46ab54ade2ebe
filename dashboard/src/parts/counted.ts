/** A count with its word: `1 problem`, `2 problems`. */
export const counted = (count: number, word: string): string =>
  `${count} ${word}${count === 1 ? '' : 's'}`;
