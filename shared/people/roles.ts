/** What a person may do in the dashboard of an account; `docs/operations/dashboard.md` describes each right. */
export const rights = ['read', 'personal', 'operate', 'write', 'publish', 'administer'] as const;

export type Right = (typeof rights)[number];

/** The roles, from the least to the most. */
export const roles = ['viewer', 'support', 'author', 'publisher', 'admin'] as const;

export type Role = (typeof roles)[number];

const rightsOf: Readonly<Record<Role, readonly Right[]>> = {
  viewer: ['read'],
  support: ['read', 'personal', 'operate'],
  author: ['read', 'write'],
  publisher: ['read', 'operate', 'write', 'publish'],
  admin: rights,
};

const allows = (role: Role, right: Right) => rightsOf[role].includes(right);

/**
 * The roles that a user's row names, in the order of the table. Without any the user is an admin, as everybody was before
 * there were roles. A role of a later version gives no right.
 */
export const rolesNamed = (names: readonly string[] = ['admin']): Role[] =>
  roles.filter((role) => names.includes(role));

/** The roles with these names, in the order of the table; null if one is unknown. */
export function rolesGiven(names: readonly string[]): Role[] | null {
  const known: readonly string[] = roles;
  return names.every((name) => known.includes(name)) ? rolesNamed(names) : null;
}

/** The union of the roles' rights, in the order of the table. */
export const mayOf = (held: readonly Role[]): Right[] =>
  rights.filter((right) => held.some((role) => allows(role, right)));

/** `publisher or admin`: the roles that have a right. */
export const rolesWith = (right: Right): string =>
  roles.filter((role) => allows(role, right)).join(' or ');

/** Why these roles do not allow what needs the right. */
export const missingRight = (right: Right, held: readonly Role[]): string =>
  `This needs the role ${rolesWith(right)}; your role in this account is ${held.join(' and ')}`;

/** What stands for a value that a person without the right `personal` may not see. */
export const hiddenValue = '•';
