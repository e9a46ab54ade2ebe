import { callerOf } from '../../../functions/manage/request.ts';
import type { UserRecord } from '../../../shared/adapters/tables/users-table.ts';
import { groupRolesOf } from '../../../shared/people/group-roles.ts';
import { expect, test } from '../../jest.ts';
import { eventOf } from './dashboard.ts';

const groupRoles = groupRolesOf([
  { group: 'Writers', account: 'acc_1', role: 'author' },
  { group: 'Leads', account: 'acc_2', role: 'admin' },
  { group: 'Leads', account: 'acc_1', role: 'publisher' },
  { group: 'Staff', account: 'acc_3', role: 'viewer' },
]);
const row = { sub: 's-1', accountId: 'acc_3', email: 'ann@example.com', invitedAt: '' };

/** Who makes a request with these groups; `user`: the row. */
function caller(groups: string | undefined, user: UserRecord | null = null, account = '') {
  const claims = { sub: 's-1', postrider_groups: groups, postrider_email: 'ann@example.com' };
  const headers = { 'x-postrider-account': account };
  const event = eventOf('GET', '/account', { authorizer: { claims }, headers });
  return callerOf(event, { readUser: async () => user, groupRoles });
}

test('without a row the groups decide: each opens its accounts, and the rights of several add up', async () => {
  const first = await caller('["Writers","Leads","Others"]');
  const second = await caller('["Leads"]', null, 'acc_2');

  expect(first).toMatchObject({
    ...{ accountId: 'acc_1', accounts: ['acc_1', 'acc_2'], roles: ['author', 'publisher'] },
    actor: { kind: 'user', id: 's-1', name: 'ann@example.com' },
    email: 'ann@example.com',
  });
  expect(second).toMatchObject({ accountId: 'acc_2', roles: ['admin'] });
  await expect(caller('["Writers"]', null, 'acc_2')).rejects.toMatchObject({
    code: 'other_account',
  });
});

test.each([undefined, '[]', '["Others"]', 'Writers', '{"0":"Writers"}', '[["Writers"]]'])(
  'the groups %j open no account',
  async (groups) => {
    await expect(caller(groups)).rejects.toMatchObject({ code: 'no_account' });
  },
);

test('a row wins over groups, and a blocked one opens nothing', async () => {
  expect(await caller('["Leads"]', { ...row, roles: { acc_3: ['viewer'] } })).toMatchObject({
    ...{ accountId: 'acc_3', accounts: ['acc_3'], roles: ['viewer'] },
  });
  await expect(caller('["Leads"]', { ...row, blockedAt: '2026-11-28' })).rejects.toMatchObject({
    code: 'no_account',
  });
});
