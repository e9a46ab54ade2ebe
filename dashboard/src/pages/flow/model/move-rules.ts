import { type Draft, isSameEdge } from './flow-draft.ts';
import { inOrder, reachedFrom } from './order.ts';

/**
 * The draft with a verification one place earlier among the verifications, or why that cannot be.
 * Two that no edge orders change places in the list, which then decides; two neighbours in a chain
 * are hung the other way round.
 */
export function earlier(draft: Draft, id: string): Draft | { refused: string } {
  const checks = verificationsOf(draft);
  const before = checks[checks.indexOf(id) - 1];
  if (before === undefined) return { refused: 'It is the first verification already.' };
  if (!reachedFrom(before, draft.edges).has(id)) return listedBefore(draft, id, before);
  return isChain(draft, before, id)
    ? hungBefore(draft, id, before)
    : { refused: 'More than one connection orders these two: connect them anew instead.' };
}

export function later(draft: Draft, id: string): Draft | { refused: string } {
  const checks = verificationsOf(draft);
  const after = checks[checks.indexOf(id) + 1];
  return after === undefined
    ? { refused: 'It is the last verification already.' }
    : earlier(draft, after);
}

/** Ids of the verifications, in the order of a run. */
export function verificationsOf(draft: Draft): string[] {
  return inOrder(draft)
    .filter(({ type }) => type === 'verification')
    .map(({ id }) => id);
}

/** What must come before `id` goes with it. */
function listedBefore(draft: Draft, id: string, other: string): Draft {
  const order = inOrder(draft);
  const at = order.findIndex((node) => node.id === other);
  const [head, tail] = [order.slice(0, at), order.slice(at)];
  const comesFirst = (node: { id: string }) => reachedFrom(node.id, draft.edges).has(id);
  return {
    ...draft,
    nodes: [...head, ...tail.filter(comesFirst), ...tail.filter((node) => !comesFirst(node))],
  };
}

function isChain({ edges }: Draft, first: string, second: string): boolean {
  const out = edges.filter(({ from }) => from === first);
  const into = edges.filter(({ to }) => to === second);
  return out.length === 1 && into.length === 1 && out[0]?.to === second;
}

/** a → first → second → b becomes a → second → first → b. */
function hungBefore(draft: Draft, second: string, first: string): Draft {
  const edges = draft.edges.map((edge) => {
    if (isSameEdge(edge, { from: first, to: second })) return { from: second, to: first };
    if (edge.to === first) return { from: edge.from, to: second };
    if (edge.from === second) return { from: first, to: edge.to };
    return edge;
  });
  return { ...draft, edges };
}
