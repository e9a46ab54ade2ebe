import { accountsOf } from '../../../shared/adapters/tables/users-table.ts';
import { rolesNamed } from '../../../shared/people/roles.ts';
import type { User } from '../contracts/users.ts';
import type { DashboardPorts } from '../ports.ts';
import { ok, type Route, route, toPage } from '../route.ts';

/** `/users` */
export const userRoutes = ({ listUsers }: Pick<DashboardPorts, 'listUsers'>): Route[] => [
  route('GET', '/users', async ({ accountId }) => {
    const members = (await listUsers()).filter((user) => accountsOf(user).includes(accountId));
    const items = members.map(
      ({ email, roles, invitedAt }): User => ({
        ...{ email, roles: rolesNamed(roles?.[accountId]), invitedAt },
      }),
    );
    return ok(toPage(items, null));
  }),
];
