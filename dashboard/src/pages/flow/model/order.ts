import type { Draft, DraftNode } from './flow-draft.ts';
import type { FlowEdge } from './flow-graph.ts';

/** The ids that are reached from `start` along the edges, itself included. */
export function reachedFrom(start: string, edges: readonly FlowEdge[]): Set<string> {
  const reached = new Set([start]);
  // A Set hands out what is added to it while it is being walked.
  for (const id of reached) for (const { from, to } of edges) if (from === id) reached.add(to);
  return reached;
}

/** The ids on the shortest way along the edges, both ends included; null where there is none. */
export function wayBetween(
  start: string,
  end: string,
  edges: readonly FlowEdge[],
): string[] | null {
  const ways = new Map([[start, [start]]]);
  for (const [id, way] of ways) {
    if (id === end) return way;
    for (const { from, to } of edges) if (from === id && !ways.has(to)) ways.set(to, [...way, to]);
  }
  return null;
}

/**
 * The nodes in the order in which a run meets them: every edge points forward, and where the edges
 * leave a choice the order of the list decides. What stands in a circle comes last.
 */
export function inOrder({ nodes, edges }: Draft): DraftNode[] {
  const placed = new Set<string>();
  const known = new Set(nodes.map(({ id }) => id));
  const isReady = ({ id }: DraftNode) =>
    edges.every(({ from, to }) => to !== id || placed.has(from) || !known.has(from));
  return nodes.map(() => {
    const waiting = nodes.filter((node) => !placed.has(node.id));
    const next = (waiting.find(isReady) ?? waiting[0]) as DraftNode;
    placed.add(next.id);
    return next;
  });
}
