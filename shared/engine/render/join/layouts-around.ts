import { maxPartialDepth } from '../../limits.ts';
import { joinProblems } from './join-problems.ts';

/** The layouts around a source, innermost first. */
export type LayoutsAround =
  | { readonly ids: readonly string[]; readonly problem: null }
  | { readonly ids: readonly []; readonly problem: LayoutProblem };

/** Why a source cannot be put into its layouts. */
export type LayoutProblem = {
  /** The id of the layout whose own `layout` is wrong; null if the source's `layout` is wrong. */
  readonly layoutOf: string | null;
  readonly message: string;
};

/**
 * The layouts around a source, from the inside out.
 *
 * @param id the source's id, if it is a partial
 * @param layout the layout that it names
 */
export function layoutsAround(
  id: string | null,
  layout: string | undefined,
  partials: ReadonlyMap<string, { readonly layout?: string | undefined }>,
): LayoutsAround {
  const own = id === null ? [] : [id];
  const ids: string[] = [];
  for (let next = layout; next !== undefined; next = partials.get(next)?.layout) {
    const around = [...own, ...ids, next];
    if (!partials.has(next)) return wrong(joinProblems.noLayout(next), ids.at(-1) ?? null);
    if (around.indexOf(next) < around.length - 1) return wrong(joinProblems.circle(around));
    if (around.length > maxPartialDepth) return wrong(joinProblems.tooDeep(around));
    ids.push(next);
  }
  return { ids, problem: null };
}

function wrong(message: string, layoutOf: string | null = null): LayoutsAround {
  return { ids: [], problem: { layoutOf, message } };
}
