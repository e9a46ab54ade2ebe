import { queryPlace } from './asked.ts';
import type { Page } from './contracts/common.ts';
import { invalid } from './problem-error.ts';

/** How many items a page has where nobody says. */
export const defaultLimit = 50;

/** A page of a list; `next` is the place to go on from, and null at the end. */
export function toPage<Item>(items: Item[], next: string | null): Page<Item> {
  return { items, nextCursor: next === null ? null : Buffer.from(next).toString('base64url') };
}

/** The place that a cursor stands for. Throws the problem `invalid` for one that is none of the list. */
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
  const detail = 'cursor is not from this list: take the one at the end of a page';
  return invalid({ code: 'bad-cursor', pointer: `${queryPlace}/cursor`, detail });
}
