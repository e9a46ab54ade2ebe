import type { FlowEdge } from '../../../../../shared/engine/flow/graph.ts';
import { runOrder } from '../../../../../shared/engine/flow/run-order.ts';
import { type Flow, isOutput, nodeOf } from './flow.ts';

/** How an edge that the engine accepts contradicts the run: its end is `before`, or it leads `past` the template. */
export function againstTheRun(flow: Flow, { from, to }: FlowEdge): 'before' | 'past' | null {
  const [first, second] = [nodeOf(flow, from), nodeOf(flow, to)];
  if (!first || !second) return null;
  if (first.type === 'template') return second.type === 'verification' ? 'before' : null;
  const hasTemplate = flow.nodes.some(({ type }) => type === 'template');
  return hasTemplate && isOutput(second) ? 'past' : null;
}

/** The flow; as a chain in the order of its run, without positions, if one of its edges contradicts the run. */
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
