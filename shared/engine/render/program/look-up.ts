import type { Path } from './program.ts';

/** Values by name: the variables of a request, or an item with properties. */
export type Variables = { readonly [name: string]: unknown };

/**
 * The value that a name, or the path it stands for, leads to; undefined where there is none. The
 * innermost scope that has the name is the one that counts. Of a path the first name picks the
 * scope, and the rest is looked for only in that value, as the Mustache specification says
 * ("Dotted Names - Context Precedence"). An empty path is the innermost scope itself. Own
 * properties only, so that `constructor` is never found by accident; an array's or a text's
 * `length` is one, behind a dot.
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
 * A value as a scope: one that inherits more than every object and array does is copied without it,
 * once, instead of being asked at every look-up. What was JSON never is.
 */
export function scopeOf(value: unknown): unknown {
  if (!isObject(value) || Array.isArray(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? value : { ...value };
}
