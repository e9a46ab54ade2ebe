import type { Path } from './program.ts';

/** Values by name: the variables of a request, or an item with properties. */
export type Variables = { readonly [name: string]: unknown };

/**
 * The value of a name, or of its path if it has one; undefined if there is none. It comes from the
 * innermost scope that has the name. In a path, the first name picks the scope, and the other names
 * are looked up only in that value, as the Mustache specification says ("Dotted Names - Context
 * Precedence"). An empty path is the innermost scope itself. Only own properties count, so that
 * `constructor` is never found by accident; in a path, the `length` of an array or a text is one.
 */
export function lookUp(scopes: readonly unknown[], name: string, path: Path): unknown {
  if (path !== null) return lookUpPath(scopes, path);
  for (let depth = scopes.length - 1; depth >= 0; depth--) {
    const scope = scopes[depth];
    if (!isObject(scope)) continue;
    const value = scope[name];
    // A scope inherits neither, so these are its own. `Object.hasOwn` would double the time.
    if (typeof value === 'string' || typeof value === 'number') return value;
    if (value !== undefined && Object.hasOwn(scope, name)) return value;
  }
  return undefined;
}

function lookUpPath(scopes: readonly unknown[], path: readonly string[]): unknown {
  const [first] = path;
  if (first === undefined) return scopes.at(-1);
  let value = scopes.findLast((scope) => isObject(scope) && Object.hasOwn(scope, first));
  for (const part of path) {
    if (value === null || value === undefined || !Object.hasOwn(value, part)) return undefined;
    value = Object(value)[part];
  }
  return value;
}

function isObject(value: unknown): value is Variables {
  return typeof value === 'object' && value !== null;
}

/**
 * A value as a scope. An object with a prototype of its own is copied once without it, so that
 * look-ups need not check for inherited values. Values from JSON are never copied.
 */
export function scopeOf(value: unknown): unknown {
  if (!isObject(value) || Array.isArray(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? value : { ...value };
}
