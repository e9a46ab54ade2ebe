/** The header of an answer that names the fields which the endpoint does not know and ignored. */
export const ignoredHeader = 'x-postrider-ignored';

const mostNames = 10;

/**
 * The names of a body's fields that are not in `known`, as logs and headers may show them: at most 10 that are no
 * address or secret, and the number of the others. Undefined if none.
 */
export function ignoredFields(
  body: object,
  known: ReadonlySet<string>,
): readonly string[] | undefined {
  const names = Object.entries(body).flatMap(([name, value]) =>
    value === null || known.has(name) ? [] : [name],
  );
  if (names.length === 0) return undefined;
  const shown = names.filter((name) => /^[A-Za-z_][\w-]{0,29}$/.test(name)).slice(0, mostNames);
  const others = names.length - shown.length;
  return others === 0 ? shown : [...shown, `${others} ${others === 1 ? 'other' : 'others'}`];
}
