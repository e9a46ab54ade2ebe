import { trailPage } from '../../../functions/manage/contracts/trail.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { putUser } from '../../../shared/adapters/tables/users-table.ts';
import { expect, test } from '../../jest.ts';
import {
  accountId,
  anyTime,
  ask,
  dashboard,
  invalid,
  ok,
  startDashboardForFile,
} from './dashboard.ts';

await startDashboardForFile();

const suppress = (address: string) => ask('POST', '/suppressions', { body: { address } });

async function entries(query: Record<string, string> = {}) {
  const { body } = await ask('GET', '/trail', { query });
  return trailPage.parse(body).items.filter(({ action }) => action !== 'account.created');
}

test('a change has one entry, which names the caller and not the recipient', async () => {
  await suppress('ada@example.org');

  const answer = await ask('GET', '/trail', { query: { action: 'suppression.added' } });

  const entry = {
    id: expect.stringMatching(/^[0-9A-Z]{26}$/),
    at: anyTime,
    action: 'suppression.added',
    who: { kind: 'local', id: 'local', name: 'local' },
    door: 'dashboard',
    target: expect.stringMatching(/^person:[0-9A-Za-z]{22}$/),
    change: {},
    override: null,
    requestId: 'r-1',
  };
  expect(answer).toEqual(ok({ items: [entry], nextCursor: null }));
});

test('what changes nothing has no entry', async () => {
  await suppress('ada@example.org');
  await suppress('ada@example.org');
  await ask('DELETE', '/suppressions/eve@example.org');

  expect(await entries()).toHaveLength(1);
});

test('a user is named by their address, and their entries are found by their sub', async () => {
  const user = { sub: 'sub-1', accountId, email: 'ann@example.com', invitedAt: '2026-11-01' };
  await putUser(dashboard.ports.users, user, alone);
  const authorizer = { claims: { sub: 'sub-1' } };
  await ask('POST', '/suppressions', { body: { address: 'ada@example.org' }, authorizer });

  const [entry] = await entries({ who: 'sub-1' });

  expect(entry?.who).toEqual({ kind: 'user', id: 'sub-1', name: 'ann@example.com' });
  expect(await entries({ who: 'stranger' })).toEqual([]);
});

test('filters and pages find each entry once, the newest first', async () => {
  for (const name of ['a', 'b', 'c']) await suppress(`${name}@example.org`);
  await ask('DELETE', '/suppressions/a@example.org');

  const all = await entries();
  const [newest] = all;
  expect(all.map(({ action }) => action)).toEqual([
    'suppression.removed',
    ...Array(3).fill('suppression.added'),
  ]);
  expect(await entries({ action: 'suppression.removed' })).toEqual([newest]);
  expect(await entries({ action: 'key.' })).toEqual([]);
  expect(await entries({ action: 'foo' })).toEqual([]);
  expect(await entries({ target: newest?.target ?? '' })).toEqual([newest, all[3]]);
  expect(await entries({ until: '2020-01-01' })).toEqual([]);
  expect(await entries({ since: '2020-01-01' })).toEqual(all);
  const paged: unknown[] = [];
  let query: Record<string, string> | null = { limit: '1', action: 'suppression.added' };
  while (query !== null) {
    const { items, nextCursor } = trailPage.parse((await ask('GET', '/trail', { query })).body);
    paged.push(...items);
    query = nextCursor === null ? null : { ...query, cursor: nextCursor };
  }
  expect(paged).toEqual(all.slice(1));
});

test('an account sees its own entries alone', async () => {
  await suppress('ada@example.org');
  const other = await dashboard.accountDoor();

  const query = { action: 'suppression.' };
  expect(await other.ask('GET', '/trail', { query })).toEqual(ok({ items: [], nextCursor: null }));
  expect(accountId).not.toBe(other.accountId);
});

test.each([
  [
    { since: 'yesterday' },
    { pointer: '/query/since', detail: expect.stringContaining('ISO 8601') },
  ],
  [{ limit: '0' }, { pointer: '/query/limit', detail: 'limit must be at least 1' }],
  [
    { cursor: 'bm8' },
    { pointer: '/query/cursor', code: 'bad-cursor', detail: expect.stringContaining('cursor') },
  ],
])('the query %j is refused', async (query, error) => {
  expect(await ask('GET', '/trail', { query })).toEqual(invalid(error));
});
