/** The claims of an access token with the groups of a person's identity provider, as a JSON list, and their address. */
export const groupsClaim = 'postrider_groups';
export const nameClaim = 'postrider_email';

/** The groups that give a role in an account: `{"acc_…": {"author": ["Writers"]}}`. */
export type GroupRoles = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

interface GroupRole {
  group: string;
  account: string;
  role: string;
}

/** The setting `signIn.roles` by account and role, which is shorter: a function has room for 4 KB of variables. */
export function groupRolesOf(list: readonly GroupRole[]): GroupRoles {
  const all: Record<string, Record<string, string[]>> = {};
  for (const { group, account, role } of list) {
    const roles = all[account] ?? {};
    all[account] = { ...roles, [role]: [...(roles[role] ?? []), group] };
  }
  return all;
}

/** The accounts that a token's groups open, in the order of the setting, with the roles that they give in each. */
export function rolesOfGroups(
  all: GroupRoles,
  claim: string | undefined,
): Record<string, string[]> {
  const groups = listIn(claim);
  const given = Object.entries(all).map(([account, roles]) => {
    const names = Object.keys(roles).filter((role) =>
      roles[role]?.some((group) => groups.includes(group)),
    );
    return [account, names] as const;
  });
  return Object.fromEntries(given.filter(([, names]) => names.length > 0));
}

function listIn(claim = '[]'): unknown[] {
  try {
    const list: unknown = JSON.parse(claim);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
