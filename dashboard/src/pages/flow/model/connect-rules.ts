import type { FlowEdge, FlowNode } from '../../../../../shared/engine/flow/graph.ts';
import { findCircles } from '../../../../../shared/engine/flow/paths.ts';
import { maxFlowNodes } from '../../../../../shared/engine/limits.ts';
import { type Flow, isOutput, isSameEdge, nodeOf } from './flow.ts';
import { type AddableKind, titlesOf } from './node-words.ts';

/** Why two nodes cannot be connected, as a sentence; null if they can. */
export function whyNotConnect(flow: Flow, edge: FlowEdge): string | null {
  const { from, to } = edge;
  const [source, target] = [nodeOf(flow, from), nodeOf(flow, to)];
  if (source === undefined || target === undefined) return 'One of the two nodes is gone.';
  const titles = titlesOf(flow);
  const [first, second] = [titles.get(from), titles.get(to)];
  if (from === to) return `“${first}” cannot lead to itself.`;
  if (flow.edges.some((each) => isSameEdge(each, edge)))
    return `“${first}” already leads to “${second}”.`;
  if (isOutput(source)) return `“${first}” ends the flow: nothing can come after it.`;
  if (target.type === 'variables')
    return `“${second}” begins the flow: nothing can come before it. Connect the two the other way round.`;
  const [circle] = findCircles([from], [...flow.edges, edge]);
  if (circle === undefined) return null;
  const trail = [...circle, from].map((id) => `“${titles.get(id)}”`).join(' → ');
  return `This would make a circle: ${trail}.`;
}

/** Why a node of this kind cannot be added; null if it can. */
export function whyNotAdd(flow: Flow, kind: AddableKind): string | null {
  if (flow.nodes.length >= maxFlowNodes) return `A flow has at most ${maxFlowNodes} nodes.`;
  if (kind !== 'provider' && kind !== 'callback') return null;
  const output = flow.nodes.find(isOutput);
  if (output === undefined) return null;
  return `A flow has one output, and “${titlesOf(flow).get(output.id)}” is already there: change or delete it.`;
}

/** Why a node cannot be inserted into an edge; null if it can. */
export function whyNotInsert(flow: Flow, kind: AddableKind): string | null {
  if (kind === 'variables')
    return 'Variables begin the flow: add them, then connect them to the first node.';
  if (kind === 'provider' || kind === 'callback')
    return whyNotAdd(flow, kind) ?? 'An output ends the flow: it cannot be between two nodes.';
  return whyNotAdd(flow, kind);
}

/** Why a node cannot be deleted; null if it can. */
export function whyNotDelete({ type }: FlowNode): string | null {
  return type === 'template' ? 'A flow needs its template: remove the whole flow instead.' : null;
}
