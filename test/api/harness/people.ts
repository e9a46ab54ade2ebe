import { alone } from '../../../shared/adapters/tables/change.ts';
import { putUser } from '../../../shared/adapters/tables/users-table.ts';
import type { Role } from '../../../shared/people/roles.ts';
import type { TestAccount } from './account.ts';
import { deployment } from './deployment.ts';

export const usersOf = ({ ports }: Pick<TestAccount, 'ports'>) => ({
  client: ports.accounts.client,
  name: deployment.outputs.UsersTable ?? '',
});

/** Lets a person open an account, without roles as an admin. Returns their row; nobody else has the `sub`. */
export async function addPerson(account: TestAccount, name: string, ...held: Role[]) {
  const { accountId } = account;
  const person = { sub: `${name}-${accountId}`, accountId, email: `${name}@example.com` };
  const roles = held.length > 0 ? { [accountId]: held } : undefined;
  const row = { ...person, roles, invitedAt: '2026-01-01T00:00:00.000Z' };
  await putUser(usersOf(account), row, alone);
  return row;
}
