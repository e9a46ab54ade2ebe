import type { Page } from './contracts/common.ts';
import { invalid } from './problems.ts';
import { queryPlace } from './request.ts';

/** How many items a page has if the request gives no `limit`. */
export const defaultLimit = 50;

/** Makes a page of a list. `next` is the position where the next page begins; null after the last page. */
export function toPage<Item>(items: Item[], next: string | null): Page<Item> {
  return { items, nextCursor: next === null ? null : Buffer.from(next).toString('base64url') };
}

/** The position that a cursor contains. Throws the problem `invalid` if `isPlace` refuses it: the cursor is of another list. */
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
  const detail = 'cursor is not from this list: use the nextCursor of one of its pages';
  return invalid({ code: 'bad-cursor', pointer: `${queryPlace}/cursor`, detail });
}
