import { withKey } from '../../../dashboard/src/api/api-keys.ts';
import type { ApiKey } from '../../../functions/manage/contracts/api-keys.ts';
import { expect, test } from '../../jest.ts';

const key = (keyId: string, day: number, revokedAt: string | null = null): ApiKey => ({
  keyId,
  name: keyId,
  hint: 'pr_ab…yz',
  status: revokedAt === null ? 'active' : 'revoked',
  ...{ mode: 'live', redirectTo: null, allow: [], scopes: null, paused: null },
  createdAt: `2026-05-0${day}T00:00:00.000Z`,
  revokedAt,
  activeUntil: null,
});
const revokedAt = '2026-06-01T00:00:00.000Z';

const first = { items: [key('c', 4), key('b', 3)], nextCursor: 'next' };
const second = { items: [key('a', 1)], nextCursor: null };
const list = { pages: [first, second], pageParams: ['', 'next'] };

test('the list of API keys has a new key in front', () => {
  const changed = withKey(list, key('d', 5));

  expect(changed?.pages).toEqual([{ ...first, items: [key('d', 5), ...first.items] }, second]);
});

test('the list of API keys shows a revoked key as revoked, on any page', () => {
  const changed = withKey(withKey(list, key('b', 3, revokedAt)), key('a', 1, revokedAt));

  expect(changed?.pages).toEqual([
    { ...first, items: [key('c', 4), key('b', 3, revokedAt)] },
    { ...second, items: [key('a', 1, revokedAt)] },
  ]);
});

test('the list of API keys is still missing if it was never read', () => {
  expect(withKey(undefined, key('a', 1))).toBeUndefined();
});
