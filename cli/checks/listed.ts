/** How many items a result names at most. If more have a problem, doctor names them once these are fixed. */
export const maxShown = 5;

/** The first of these sentences, and how many more there are. */
export function listed(sentences: readonly string[]): string {
  const more = sentences.length - maxShown;
  return [...sentences.slice(0, maxShown), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
