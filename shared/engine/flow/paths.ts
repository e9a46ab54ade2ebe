import type { FlowEdge } from './graph.ts';

/** The ids of the nodes from which a path leads to `target`, and `target` itself. */
export function leadingTo(target: string, edges: readonly FlowEdge[]): Set<string> {
  const sources = groupBy(edges, 'to', 'from');
  const reached = new Set([target]);
  // The loop also visits the ids that its body adds to the Set.
  for (const id of reached) for (const source of sources.get(id) ?? []) reached.add(source);
  return reached;
}

/** The cycles in the graph, each as the ids of its nodes in the edges' direction. A valid graph has none. */
export function findCycles(ids: readonly string[], edges: readonly FlowEdge[]): string[][] {
  const targets = groupBy(edges, 'from', 'to');
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (id: string, trail: readonly string[]) => {
    if (trail.includes(id)) cycles.push(trail.slice(trail.indexOf(id)));
    if (trail.includes(id) || done.has(id)) return;
    for (const target of targets.get(id) ?? []) visit(target, [...trail, id]);
    done.add(id);
  };
  for (const id of ids) visit(id, []);
  return cycles;
}

/** Sorts the nodes by their edges; if several can come next, the first in `nodes` does. Throws for a cycle. */
export function topologicalOrder<Node extends { readonly id: string }>(
  nodes: readonly Node[],
  edges: readonly FlowEdge[],
): Node[] {
  const sources = groupBy(edges, 'to', 'from');
  const placed = new Set<string>();
  const isReady = ({ id }: Node) =>
    [...(sources.get(id) ?? [])].every((source) => placed.has(source));
  return nodes.map(() => {
    const next = nodes.find((node) => !placed.has(node.id) && isReady(node));
    if (next === undefined) throw new Error('a graph with a cycle has no order');
    placed.add(next.id);
    return next;
  });
}

function groupBy(edges: readonly FlowEdge[], key: keyof FlowEdge, value: keyof FlowEdge) {
  const groups = new Map<string, Set<string>>();
  for (const edge of edges) {
    const group = groups.get(edge[key]);
    if (group === undefined) groups.set(edge[key], new Set([edge[value]]));
    else group.add(edge[value]);
  }
  return groups;
}
