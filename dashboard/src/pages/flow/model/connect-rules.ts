import type { FlowProblemCode } from '../../../../../shared/engine/flow/flow-error.ts';
import type { FlowEdge, FlowNode } from '../../../../../shared/engine/flow/graph.ts';
import { findCycles } from '../../../../../shared/engine/flow/paths.ts';
import { runOrder } from '../../../../../shared/engine/flow/run-order.ts';
import { structureProblems } from '../../../../../shared/engine/flow/structure.ts';
import { maxFlowNodes } from '../../../../../shared/engine/limits.ts';
import { type Flow, isOutput, isSameEdge, nodeOf } from './flow.ts';
import { type AddableKind, titlesOf } from './node-words.ts';

/** `cycle`: the titles of the nodes of the cycle that the edge would create. */
type EdgeTitles = Record<'first' | 'second' | 'cycle', string>;

// Each sentence, by the code of the engine's rule that a new edge breaks.
const reasons: { readonly [code in FlowProblemCode]?: (titles: EdgeTitles) => string } = {
  'unknown-node': () => 'One of the two nodes was deleted.',
  'self-edge': ({ first }) => `${first} cannot lead to itself.`,
  'edge-from-output': ({ first }) => `${first} ends the flow: nothing can come after it.`,
  'edge-to-variables': ({ second }) =>
    `${second} begins the flow: nothing can come before it. Connect the two the other way round.`,
  circle: ({ cycle }) => `This would create a cycle: ${cycle}.`,
};

/** A sentence; null if the two can be connected. */
export function whyNotConnect(flow: Flow, edge: FlowEdge): string | null {
  const { from, to } = edge;
  const titles = titlesOf(flow);
  const titleOf = (id: string) => `“${titles.get(id) ?? id}”`;
  const [first, second] = [titleOf(from), titleOf(to)];
  if (flow.edges.some((each) => isSameEdge(each, edge)))
    return `${first} already leads to ${second}.`;
  const edges = [...flow.edges, edge];
  const problems = structureProblems({ nodes: [...flow.nodes], edges });
  const reason = problems.map(({ code }) => reasons[code]).find((each) => each !== undefined);
  if (reason !== undefined) {
    const [cycle = []] = findCycles([from], edges);
    return reason({ first, second, cycle: [...cycle, from].map(titleOf).join(' → ') });
  }
  const against = againstTheRun(flow, edge);
  if (against === null) return null;
  return against === 'before'
    ? `${second} runs before ${first}: connect the two the other way round.`
    : `${second} runs after the template: connect ${first} to the template instead.`;
}

export function whyNotAdd(flow: Flow, kind: AddableKind): string | null {
  if (flow.nodes.length >= maxFlowNodes) return `A flow has at most ${maxFlowNodes} nodes.`;
  if (kind !== 'provider' && kind !== 'callback') return null;
  const output = flow.nodes.find(isOutput);
  if (output === undefined) return null;
  return `A flow has one output, and “${titlesOf(flow).get(output.id)}” is already there: change or delete it.`;
}

/** The end of an edge is `before` its beginning in the run, or the edge leads `past` the template. */
export function againstTheRun(flow: Flow, { from, to }: FlowEdge): 'before' | 'past' | null {
  const [first, second] = [nodeOf(flow, from), nodeOf(flow, to)];
  if (!first || !second) return null;
  const isEarlier = (type: FlowNode['type']) =>
    type === 'verification' || (type === 'branch' && first.type === 'template');
  if (first.type === 'template' || first.type === 'branch') {
    if (isEarlier(second.type)) return 'before';
    if (first.type === 'template') return null;
  }
  const hasTemplate = flow.nodes.some(({ type }) => type === 'template');
  return hasTemplate && isOutput(second) ? 'past' : null;
}

/** If an edge contradicts the run, a chain in the run's order, without positions. */
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
