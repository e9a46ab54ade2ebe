import type { Page } from './contracts/common.ts';
import { invalid } from './problems.ts';
import { queryPlace } from './request.ts';

/** Items of a page whose request has no `limit`. */
export const defaultLimit = 50;

/** A page of a list. `next` is where the next page begins; null at the end. */
export function toPage<Item>(items: Item[], next: string | null): Page<Item> {
  return { items, nextCursor: next === null ? null : Buffer.from(next).toString('base64url') };
}

/** Where the page of a cursor begins. Throws the problem `invalid` for a cursor of another list. */
export function placeOf(
  cursor: string | undefined,
  isPlace: (text: string) => boolean,
): string | undefined {
  if (cursor === undefined) return undefined;
  const place = Buffer.from(cursor, 'base64url').toString();
  if (isPlace(place)) return place;
  throw badCursor();
}

export function badCursor() {
  const detail = 'cursor is not of this list: use the nextCursor of its last page';
  return invalid({ code: 'bad-cursor', pointer: `${queryPlace}/cursor`, detail });
}
