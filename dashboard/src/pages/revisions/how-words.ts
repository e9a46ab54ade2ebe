const words: readonly [RegExp, (found: string) => string][] = [
  [/^push$/, () => 'pushed from files'],
  [/^dashboard$/, () => 'saved in the dashboard'],
  [/^mcp$/, () => 'saved by an agent'],
  [/^deploy$/, () => 'made by the deployment'],
  [/^(?:restore of|rollback to) (.+)$/, (revision) => `went back to revision ${revision}`],
  [/^promote from (.+)$/, (place) => `promoted from ${place}`],
  [/^publish of draft by (.+)$/, (author) => `published the draft of ${author}`],
];

/** How a revision came to be, as a sentence goes on after its author's name: "saved in the dashboard". */
export function howWords(how: string): string {
  for (const [pattern, sentence] of words) {
    const found = pattern.exec(how);
    if (found) return sentence(found[1] ?? '');
  }
  return how;
}
