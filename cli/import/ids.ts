/** What an id of postrider cannot contain. */
const foreign = /[^A-Za-z0-9_-]+/g;

const maxIdCharacters = 64;

/**
 * Gives each template of a source an id of postrider: its own name there, with a hyphen in the place of what an id
 * cannot have. If two would get the same, the second gets a number.
 *
 * @param origins as the source calls them, without repetition
 */
export function ids(origins: readonly string[]): (origin: string) => string {
  const byOrigin = new Map<string, string>();
  const taken = new Set<string>();
  for (const origin of origins) {
    const wanted = origin.replace(foreign, '-').replace(/^[-_]+|-+$/g, '') || 'template';
    let id = wanted.slice(0, maxIdCharacters);
    for (let count = 2; taken.has(id.toLowerCase()); count++) {
      id = `${wanted.slice(0, maxIdCharacters - 4)}-${count}`;
    }
    taken.add(id.toLowerCase());
    byOrigin.set(origin, id);
  }
  return (origin) => byOrigin.get(origin) ?? origin;
}
