import type { ValueShape } from './value-shape.ts';

/**
 * How postrider names a value where `scopes` are around: it looks a name up in the innermost value that has it,
 * unlike Handlebars and Mustachio, which look only where a path leads.
 *
 * @param scopes innermost last; null: a value without names
 */
export function nameIn(
  shape: ValueShape,
  scopes: readonly (ValueShape | null)[],
): { ok: true; name: string } | { ok: false; why: string } {
  let hidden: string | null = null;
  for (let at = scopes.length - 1; at >= 0; at--) {
    const names = scopes[at] ? shape.namesFrom(scopes[at] as ValueShape) : null;
    if (names === null) continue;
    const [first] = names;
    if (first === undefined) continue;
    if (!scopes.slice(at + 1).some((inner) => inner?.has(first))) {
      return { ok: true, name: names.join('.') };
    }
    hidden = first;
  }
  if (scopes.at(-1) === shape) return { ok: true, name: '.' };
  return { ok: false, why: hidden === null ? outerValue : hiddenName(hidden) };
}

const outerValue =
  'postrider cannot name the value of an outer block here: give it a name in each item';

function hiddenName(name: string): string {
  return `the value around also has a "${name}", and postrider would print that one: rename one of the two`;
}
