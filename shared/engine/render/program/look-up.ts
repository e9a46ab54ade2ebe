import type { Path } from './program.ts';

/** Values by name: the variables of a request, or an item with properties. */
export type Variables = { readonly [name: string]: unknown };

/**
 * The value of a name or path in the innermost scope that has the (first) name (Mustache, "Dotted Names - Context
 * Precedence"); undefined if there is none. An empty path is that scope. Own properties only; in a path, also the
 * `length` of an array or a text.
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

/** A value as a scope: an object with its own prototype is copied without it. JSON has none. */
export function scopeOf(value: unknown): unknown {
  if (!isObject(value) || Array.isArray(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? value : { ...value };
}
