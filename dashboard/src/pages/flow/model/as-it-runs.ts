import type { FlowEdge } from '../../../../../shared/engine/flow/graph.ts';
import { runOrder } from '../../../../../shared/engine/flow/run-order.ts';
import { type Flow, isOutput, nodeOf } from './flow.ts';

/**
 * Why an edge contradicts the order of a run: `before`: its second node runs before its first. `past`: it passes the
 * template, which runs before every output. Null if it does not. The engine accepts these edges.
 */
export function againstTheRun(flow: Flow, { from, to }: FlowEdge): 'before' | 'past' | null {
  const [first, second] = [nodeOf(flow, from), nodeOf(flow, to)];
  if (!first || !second) return null;
  if (first.type === 'template') return second.type === 'verification' ? 'before' : null;
  const hasTemplate = flow.nodes.some(({ type }) => type === 'template');
  return hasTemplate && isOutput(second) ? 'past' : null;
}

/**
 * The same flow with edges that lead from each node to the one that runs after it. A flow whose edges do not
 * contradict its run stays as it is. In any other the nodes become a chain, without the positions of the author.
 */
export function asItRuns(flow: Flow): Flow {
  if (flow.edges.every((edge) => againstTheRun(flow, edge) === null)) return flow;
  const order = runOrder(flow.nodes, flow.edges);
  const rest = order.filter(({ type }) => type !== 'variables');
  const [first] = rest;
  const edges = order.flatMap(({ id, type }) => {
    const next = type === 'variables' ? first : rest[rest.findIndex((each) => each.id === id) + 1];
    return next ? [{ from: id, to: next.id }] : [];
  });
  const nodes = flow.nodes.map((node) => ({ ...node, position: undefined }));
  return { nodes, edges };
}
