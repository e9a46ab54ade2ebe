import type { FlowEdge, FlowNode } from '../../../../../shared/engine/flow/graph.ts';
import { runOrder } from '../../../../../shared/engine/flow/run-order.ts';
import { whyNotAdd, whyNotConnect } from './connect-rules.ts';
import { type Flow, isOutput, isSameEdge, nodeOf, noFlow, type Point } from './flow.ts';
import { type AddableKind, kindWords, type NodeHints, titlesOf } from './node-words.ts';

export type FlowChange = FlowChanged | { readonly refused: string };

export interface FlowChanged {
  readonly flow: Flow;
  readonly said?: string;
  /** The node to select; null: none; absent: the selection stays. */
  readonly selected?: string | null;
  /** The form if the node is selected, else the node itself. */
  readonly focused?: string;
  /** Undo takes changes of one field in a row back together. */
  readonly field?: string;
}

export function beginFlow(output: 'provider' | 'callback', hints: NodeHints): FlowChange {
  const template: FlowNode = { id: 'mail', type: 'template' };
  const end = freshNode(noFlow, output, hints);
  const flow = { nodes: [template, end], edges: [{ from: template.id, to: end.id }] };
  return added(flow, end.id, 'Flow created: the template, then its output');
}

export function removeFlow(): FlowChange {
  return { flow: noFlow, said: 'Flow removed. Publish to make it live', selected: null };
}

export function changeNode(flow: Flow, node: FlowNode, field: string): FlowChange {
  const nodes = flow.nodes.map((each) => (each.id === node.id ? node : each));
  return { flow: { ...flow, nodes }, field: `${node.id}/${field}` };
}

export function freshNode({ nodes }: Flow, kind: AddableKind, hints: NodeHints): FlowNode {
  const { id, fresh } = kindWords[kind];
  const isTaken = (wanted: string) => nodes.some((node) => node.id === wanted);
  let free = id;
  for (let number = 2; isTaken(free); number += 1) free = `${id}-${number}`;
  return fresh(free, hints);
}

/** Variables go first, a verification or branch before the selected one or what runs next, an output last. */
export function addNode(
  flow: Flow,
  kind: AddableKind,
  hints: NodeHints,
  selected: string | null,
): FlowChange {
  const refused = whyNotAdd(flow, kind);
  if (refused !== null) return { refused };
  const node = freshNode(flow, kind, hints);
  const nodes = [...flow.nodes, node];
  const order = runOrder(flow.nodes, flow.edges);
  const template = order.find(({ type }) => type === 'template');
  const isSpliced = ({ id, type }: FlowNode) => id === selected && type === node.type;
  const after = order.find(({ type }) => node.type === 'verification' && type === 'branch');
  const next =
    node.type === 'variables'
      ? order.find(({ type }) => type !== 'variables')
      : isOutput(node)
        ? template
        : (order.find(isSpliced) ?? after ?? template);
  const { title } = kindWords[kind];
  if (!next) return added({ ...flow, nodes }, node.id, `${title} added`);
  const nextTitle = titlesOf(flow).get(next.id);
  if (isOutput(node)) {
    const edges = [...flow.edges, { from: next.id, to: node.id }];
    return added({ nodes, edges }, node.id, `${title} added after ${nextTitle}`);
  }
  const moved = ({ from, to }: FlowEdge) =>
    to === next.id && node.type !== 'variables' ? { from, to: node.id } : { from, to };
  const edges = [...flow.edges.map(moved), { from: node.id, to: next.id }];
  return added({ nodes, edges }, node.id, `${title} added before ${nextTitle}`);
}

const added = (flow: Flow, id: string, said: string): FlowChanged => ({
  ...{ flow, said, selected: id, focused: id },
});

export function connect(flow: Flow, edge: FlowEdge): FlowChange {
  const refused = whyNotConnect(flow, edge);
  if (refused !== null) return { refused };
  const titles = titlesOf(flow);
  const said = `${titles.get(edge.from)} now leads to ${titles.get(edge.to)}`;
  return { flow: { ...flow, edges: [...flow.edges, edge] }, said };
}

export function disconnect(flow: Flow, edge: FlowEdge): FlowChanged {
  const titles = titlesOf(flow);
  const said = `${titles.get(edge.from)} no longer leads to ${titles.get(edge.to)}`;
  const edges = flow.edges.filter((each) => !isSameEdge(each, edge));
  return { flow: { ...flow, edges }, said };
}

export function deleteNode(flow: Flow, id: string): FlowChange {
  const node = nodeOf(flow, id);
  if (!node) return { flow };
  if (node.type === 'template') {
    return { refused: 'A flow needs its template: remove the whole flow instead.' };
  }
  const order = runOrder(flow.nodes, flow.edges);
  const place = order.indexOf(node);
  const neighbour = order[place + 1] ?? order[place - 1];
  const before = flow.edges.filter(({ to }) => to === id).map(({ from }) => from);
  const after = flow.edges.filter(({ from }) => from === id).map(({ to }) => to);
  const kept = flow.edges.filter(({ from, to }) => from !== id && to !== id);
  const bridges = before
    .flatMap((from) => after.map((to) => ({ from, to })))
    .filter((bridge) => !kept.some((edge) => isSameEdge(edge, bridge)));
  return {
    flow: { nodes: flow.nodes.filter((each) => each !== node), edges: [...kept, ...bridges] },
    said: `${titlesOf(flow).get(id)} deleted`,
    selected: null,
    focused: neighbour?.id ?? '',
  };
}

/** Stores all positions: from the author's first move, the layout is the author's. */
export function placeNodes(
  flow: Flow,
  positions: ReadonlyMap<string, Point>,
  moved: string,
): FlowChange {
  const nodes = flow.nodes.map((node) => {
    const point = positions.get(node.id);
    return point ? { ...node, position: { x: point.x, y: point.y } } : node;
  });
  return { flow: { ...flow, nodes }, field: `position of ${moved}` };
}

export function tidyUp(flow: Flow): FlowChange {
  const nodes = flow.nodes.map(({ position: _, ...node }) => node as FlowNode);
  return { flow: { ...flow, nodes }, said: 'Nodes tidied up' };
}
