import { addUser, listUsers, takeAccount } from '../../../cli/upkeep/users.ts';
import { readUser } from '../../../shared/adapters/tables/users-table.ts';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { expect, test } from '../../jest.ts';
import { startDeployment } from '../../management.ts';

const deployment = await startDeployment();
const ports = { ...deployment.ports, users: deployment.tables.users };
const { accountId } = await createAccount(deployment.ports, { name: 'Acme', plan: 'free' });

const invitedAt = '1970-01-01T00:00:00.000Z';
const later = () => ({ ...ports, now: () => new Date(1e12) });

test('a user of a dashboard may open several accounts, and keeps the others when one is taken', async () => {
  const other = (await createAccount(deployment.ports, { name: 'Other', plan: 'free' })).accountId;
  const bob = { sub: 's-2', email: 'bob@example.com' };
  await addUser(ports, { ...bob, accountId });
  const joined = await addUser(later(), { ...bob, accountId: other });
  await addUser(later(), { ...bob, accountId: other });
  const members = await listUsers(ports);
  const both = await readUser(ports.users, 's-2');

  const left = both && (await takeAccount(ports, both, accountId));
  const again = both && takeAccount(ports, both, accountId);

  expect(joined).toEqual({ ...bob, accountId: other, invitedAt });
  expect(members).toEqual([
    { ...bob, accountId, invitedAt },
    { ...bob, accountId: other, invitedAt },
  ]);
  expect(both).toEqual({ ...bob, accountId, otherAccounts: [other], invitedAt });
  expect(left).toEqual([other]);
  await expect(again).rejects.toThrow('The accounts of bob@example.com changed at the same time');
  expect(await readUser(ports.users, 's-2')).toEqual({ ...bob, accountId: other, invitedAt });
  expect(await listUsers(ports, accountId)).toEqual([]);
});

test.each(['', 'x'.repeat(3000), 'ü'])("a dashboard's user cannot have id %j", async (sub) => {
  expect(await readUser(ports.users, sub)).toBeNull();
});
