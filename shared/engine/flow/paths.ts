import type { FlowEdge } from './graph.ts';

/** The ids that are reached by following the edges backwards from `target`, itself included. */
export function leadingTo(target: string, edges: readonly FlowEdge[]): Set<string> {
  const sources = groupBy(edges, 'to', 'from');
  const reached = new Set([target]);
  // A Set hands out what is added to it while it is being walked.
  for (const id of reached) for (const source of sources.get(id) ?? []) reached.add(source);
  return reached;
}

/** Each circle that a walk along the edges closes, as its ids in order; none in a sound graph. */
export function findCircles(ids: readonly string[], edges: readonly FlowEdge[]): string[][] {
  const targets = groupBy(edges, 'from', 'to');
  const done = new Set<string>();
  const circles: string[][] = [];
  const visit = (id: string, trail: readonly string[]) => {
    if (trail.includes(id)) circles.push(trail.slice(trail.indexOf(id)));
    if (trail.includes(id) || done.has(id)) return;
    for (const target of targets.get(id) ?? []) visit(target, [...trail, id]);
    done.add(id);
  };
  for (const id of ids) visit(id, []);
  return circles;
}

/**
 * The nodes in an order in which every edge points forward; where the edges leave a choice, the
 * order of the list. The graph must have no circle.
 */
export function inOrder<Node extends { readonly id: string }>(
  nodes: readonly Node[],
  edges: readonly FlowEdge[],
): Node[] {
  const sources = groupBy(edges, 'to', 'from');
  const placed = new Set<string>();
  const isReady = ({ id }: Node) =>
    [...(sources.get(id) ?? [])].every((source) => placed.has(source));
  return nodes.map(() => {
    const next = nodes.find((node) => !placed.has(node.id) && isReady(node));
    if (next === undefined) throw new Error('a graph with a circle has no order');
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
