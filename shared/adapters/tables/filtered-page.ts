import { maxPageItems, maxSearchedMessages } from '../../engine/limits.ts';

interface Page<Item> {
  items: Item[];
  /** Where the next page begins; null at the end. */
  next: string | null;
}

interface Wanted<Item> {
  after?: string | null | undefined;
  limit: number;
  /** Null: every item. */
  fits: ((item: Item) => boolean) | null;
}

/** A page of the items that fit, which looks through 1,000 of them at most. `placeOf`: where the list goes on after one. */
export async function filteredPage<Item>(
  { after = null, limit, fits }: Wanted<Item>,
  read: (after: string | null, limit: number) => Promise<Page<Item>>,
  placeOf: (item: Item) => string,
): Promise<Page<Item>> {
  const [size, most] = fits ? [maxPageItems, maxSearchedMessages] : [limit, limit];
  const items: Item[] = [];
  let next = after;
  for (let looked = 0; looked < most; looked += size) {
    const page = await read(next, size);
    for (const [at, item] of page.items.entries()) {
      if (fits && !fits(item)) continue;
      items.push(item);
      if (items.length < limit) continue;
      const isLast = page.next === null && at === page.items.length - 1;
      return { items, next: isLast ? null : placeOf(item) };
    }
    next = page.next;
    if (next === null) break;
  }
  return { items, next };
}
