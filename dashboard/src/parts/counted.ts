/** `1 problem`, `2,000 problems`, `2 addresses`. */
export const counted = (count: number, word: string): string =>
  `${count.toLocaleString('en')} ${word}${count === 1 ? '' : word.endsWith('s') ? 'es' : 's'}`;
