import { describe, expect, test } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { keyList, rememberKey, withKnown } from '../../../dashboard/src/api/known-keys.ts';
import type { ApiKey } from '../../../functions/manage/contracts/api-keys.ts';

const key = (keyId: string, day: number, revokedAt: string | null = null): ApiKey => ({
  keyId,
  name: keyId,
  hint: 'pr_ab…yz',
  status: revokedAt === null ? 'active' : 'revoked',
  createdAt: `2026-05-0${day}T00:00:00.000Z`,
  revokedAt,
});
const revokedAt = '2026-06-01T00:00:00.000Z';

/** What the index says: two pages that have not heard of anything. */
const first = { items: [key('c', 4), key('b', 3)], nextCursor: 'next' };
const second = { items: [key('a', 1)], nextCursor: null };

/** The pages as they are shown after the list was read again, with these answers known. */
function readAgain(...answers: ApiKey[]) {
  const queries = new QueryClient();
  for (const answer of answers) rememberKey(queries, answer);
  return [withKnown(queries, first, true), withKnown(queries, second, false)];
}

describe('a list of keys that lags', () => {
  test('shows a new key once, in front', () => {
    const shown = readAgain(key('d', 5));

    expect(shown).toEqual([{ ...first, items: [key('d', 5), ...first.items] }, second]);
    const queries = new QueryClient();
    rememberKey(queries, key('c', 4));
    expect(withKnown(queries, first, true)).toEqual(first);
  });

  test('shows a revoked key as revoked, on whichever page it is', () => {
    const shown = readAgain(key('b', 3, revokedAt), key('a', 1, revokedAt));

    expect(shown).toEqual([
      { ...first, items: [key('c', 4), key('b', 3, revokedAt)] },
      { ...second, items: [key('a', 1, revokedAt)] },
    ]);
  });

  test('shows a key that was created and revoked at once as revoked', () => {
    const shown = readAgain(key('d', 5), key('d', 5, revokedAt));

    expect(shown[0]?.items).toEqual([key('d', 5, revokedAt), ...first.items]);
  });

  test('believes a revocation that somebody else made', () => {
    const queries = new QueryClient();
    rememberKey(queries, key('b', 3));
    const theirs = { ...first, items: [key('c', 4), key('b', 3, revokedAt)] };

    expect(withKnown(queries, theirs, true)).toEqual(theirs);
  });

  test('is corrected at once where it is shown already', () => {
    const queries = new QueryClient();
    queries.setQueryData(keyList, { pages: [first, second], pageParams: ['', 'next'] });

    rememberKey(queries, key('d', 5));
    rememberKey(queries, key('a', 1, revokedAt));

    expect(queries.getQueryData(keyList)).toEqual({
      pages: [
        { ...first, items: [key('d', 5), ...first.items] },
        { ...second, items: [key('a', 1, revokedAt)] },
      ],
      pageParams: ['', 'next'],
    });
    queries.clear();
  });
});
