import type { Path } from './program.ts';

/** Values by name: the variables of a request, or an item with properties. */
export type Variables = { readonly [name: string]: unknown };

/**
 * The value that a name, or the path it stands for, leads to from the innermost of the scopes that
 * has it; undefined where none has. An empty path is the innermost scope itself. As in Mustache, a scope counts only if it
 * has the whole path. Own properties only, so that `constructor` is never found by accident; an
 * array's or a text's `length` is one, on a path of several parts.
 */
export function lookUp(scopes: readonly unknown[], name: string, path: Path): unknown {
  if (path !== null) return lookUpPath(scopes, path);
  for (let depth = scopes.length - 1; depth >= 0; depth--) {
    const scope = scopes[depth];
    if (!isObject(scope)) continue;
    const value = scope[name];
    // What a scope inherits is neither, so these are its own: asking takes as long as looking.
    if (typeof value === 'string' || typeof value === 'number') return value;
    if (value !== undefined && Object.hasOwn(scope, name)) return value;
  }
  return undefined;
}

function lookUpPath(scopes: readonly unknown[], path: readonly string[]): unknown {
  if (path.length === 0) return scopes.at(-1);
  for (let depth = scopes.length - 1; depth >= 0; depth--) {
    const value = follow(scopes[depth], path);
    if (value !== undefined) return value;
  }
  return undefined;
}

function follow(scope: unknown, path: readonly string[]): unknown {
  let value = scope;
  for (const part of path) {
    if (value === null || value === undefined || !Object.hasOwn(value, part)) return undefined;
    value = isObject(value) ? value[part] : Object(value)[part];
  }
  return value;
}

function isObject(value: unknown): value is Variables {
  return typeof value === 'object' && value !== null;
}

/**
 * A value as a scope: one that inherits more than every object and array does is copied without it,
 * once, instead of being asked at every look-up. What was JSON never is.
 */
export function scopeOf(value: unknown): unknown {
  if (!isObject(value) || Array.isArray(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? value : { ...value };
}
