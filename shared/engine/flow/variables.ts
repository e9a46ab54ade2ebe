/** The variables of a request: as the caller sent them, or with a flow's defaults added. */
export type Variables = { readonly [name: string]: unknown };

/** A variable's name, and its value if the caller gives none. */
export type VariableDefault = { readonly name: string; readonly value: unknown };

/** The value of a variable; `customer.name` is `name` within `customer`. Own properties only. */
export function lookUp(variables: Variables, name: string): unknown {
  let value: unknown = variables;
  for (const part of name.split('.')) {
    if (!isContainer(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}

/** The variables, with the default for each variable that is missing or null; the input does not change. */
export function withDefaults(
  variables: Variables,
  defaults: readonly VariableDefault[],
): Variables {
  return defaults.reduce(
    (filled, { name, value }) => fill(filled, name.split('.'), value),
    variables,
  );
}

/** Copies only the objects on the path. A value without named parts (a text, a list) stays as it is. */
function fill(variables: Variables, [part = '', ...rest]: string[], value: unknown): Variables {
  const current = Object.hasOwn(variables, part) ? (variables[part] ?? undefined) : undefined;
  if (rest.length === 0) return current === undefined ? { ...variables, [part]: value } : variables;
  if (current !== undefined && (!isContainer(current) || Array.isArray(current))) return variables;
  return { ...variables, [part]: fill(current ?? {}, rest, value) };
}

function isContainer(value: unknown): value is Variables {
  return typeof value === 'object' && value !== null;
}
