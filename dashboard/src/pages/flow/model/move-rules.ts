import { inOrder, leadingTo } from '../../../../../shared/engine/flow/paths.ts';
import { type Flow, isSameEdge } from './flow.ts';

/**
 * The flow with a verification one place earlier among the verifications, or why it cannot move. Two
 * verifications that no edge orders change places in the list of nodes; two neighbours in a chain change
 * places in the chain.
 */
export function earlier(flow: Flow, id: string): Flow | { refused: string } {
  const checks = verificationsOf(flow);
  const before = checks[checks.indexOf(id) - 1];
  if (before === undefined) return { refused: 'It is already the first verification.' };
  if (!leadingTo(id, flow.edges).has(before)) return listedBefore(flow, id, before);
  return isChain(flow, before, id)
    ? chainedBefore(flow, id, before)
    : { refused: 'More than one connection orders these two: connect them again instead.' };
}

export function later(flow: Flow, id: string): Flow | { refused: string } {
  const checks = verificationsOf(flow);
  const after = checks[checks.indexOf(id) + 1];
  return after === undefined
    ? { refused: 'It is already the last verification.' }
    : earlier(flow, after);
}

/** Ids of the verifications, in the order of a run. */
export function verificationsOf({ nodes, edges }: Flow): string[] {
  return inOrder(nodes, edges)
    .filter(({ type }) => type === 'verification')
    .map(({ id }) => id);
}

/** All nodes that must run before `id` move with it. */
function listedBefore(flow: Flow, id: string, other: string): Flow {
  const order = inOrder(flow.nodes, flow.edges);
  const at = order.findIndex((node) => node.id === other);
  const [head, tail] = [order.slice(0, at), order.slice(at)];
  const first = leadingTo(id, flow.edges);
  const moved = tail.filter((node) => first.has(node.id));
  return { ...flow, nodes: [...head, ...moved, ...tail.filter((node) => !first.has(node.id))] };
}

function isChain({ edges }: Flow, first: string, second: string): boolean {
  const out = edges.filter(({ from }) => from === first);
  const into = edges.filter(({ to }) => to === second);
  return out.length === 1 && into.length === 1 && out[0]?.to === second;
}

/** a → first → second → b becomes a → second → first → b. */
function chainedBefore(flow: Flow, second: string, first: string): Flow {
  const edges = flow.edges.map((edge) => {
    if (isSameEdge(edge, { from: first, to: second })) return { from: second, to: first };
    if (edge.to === first) return { from: edge.from, to: second };
    if (edge.from === second) return { from: first, to: edge.to };
    return edge;
  });
  return { ...flow, edges };
}
