import type { FieldProblem } from '../../../../../functions/manage/contracts/problem.ts';
import {
  type FlowEdge,
  type Point,
  type StoredFlow,
  type StoredNode,
  storedFlow,
  type VariablesNode,
} from './flow-graph.ts';

/** A default as it is being written: what is no JSON yet must not get lost between two keys. */
export type DraftDefault =
  | { readonly as: 'none' }
  | { readonly as: 'text'; readonly text: string }
  | { readonly as: 'json'; readonly text: string };

export interface DraftVariable {
  readonly name: string;
  readonly default: DraftDefault;
}

export type DraftVariables = Omit<VariablesNode, 'variables'> & {
  readonly variables: readonly DraftVariable[];
};
export type DraftNode = Exclude<StoredNode, { type: 'variables' }> | DraftVariables;

/** A flow as it is being written. Nothing changes one: every change makes another. */
export interface Draft {
  readonly nodes: readonly DraftNode[];
  readonly edges: readonly FlowEdge[];
}

/** What a node is, a verification told by its kind. */
export type NodeKind =
  | 'template'
  | 'variables'
  | 'email_domain'
  | 'required_fields'
  | 'regex'
  | 'provider'
  | 'callback';

export function kindOf(node: DraftNode): NodeKind {
  return node.type === 'verification' ? node.kind : node.type;
}

export function isOutput(node: DraftNode): boolean {
  return node.type === 'provider' || node.type === 'callback';
}

export function nodeOf(draft: Draft, id: string): DraftNode | undefined {
  return draft.nodes.find((node) => node.id === id);
}

export function isSameEdge(one: FlowEdge, other: FlowEdge): boolean {
  return one.from === other.from && one.to === other.to;
}

/** The draft of what is stored, null for none; `unknown` where a field would be lost. */
export function readFlow(stored: unknown): Draft | null | 'unknown' {
  if (stored === null) return null;
  const read = storedFlow.safeParse(stored);
  return read.success ? draftOf(read.data) : 'unknown';
}

export function draftOf({ nodes, edges }: StoredFlow): Draft {
  return { nodes: nodes.map(draftNodeOf), edges };
}

function draftNodeOf(node: StoredNode): DraftNode {
  if (node.type !== 'variables') return node;
  const variables = node.variables.map(({ name, default: value }) => ({
    name,
    default: defaultOf(value),
  }));
  return { ...node, variables };
}

function defaultOf(value: unknown): DraftDefault {
  if (value === undefined) return { as: 'none' };
  if (typeof value === 'string') return { as: 'text', text: value };
  return { as: 'json', text: JSON.stringify(value) };
}

/** The flow that a draft stands for, and what of it is not to be read yet: then it cannot be saved. */
export function flowOf(draft: Draft): { flow: StoredFlow; unfinished: FieldProblem[] } {
  const unfinished: FieldProblem[] = [];
  const nodes = draft.nodes.map((node, index): StoredNode => {
    if (node.type !== 'variables') return node;
    const variables = node.variables.map(({ name, default: value }, position) => {
      if (value.as === 'none') return { name };
      if (value.as === 'text') return { name, default: value.text };
      try {
        return { name, default: JSON.parse(value.text) as unknown };
      } catch {
        const pointer = `/nodes/${index}/variables/${position}/default`;
        unfinished.push({ pointer, detail: `The default of ${name || 'a variable'} is no JSON` });
        return { name };
      }
    });
    return { ...node, variables };
  });
  return { flow: { nodes, edges: [...draft.edges] }, unfinished };
}

export function withNode(draft: Draft, node: DraftNode): Draft {
  return { ...draft, nodes: [...draft.nodes, node] };
}

/** A node put between the two ends of an edge. */
export function withNodeOnEdge(draft: Draft, node: DraftNode, { from, to }: FlowEdge): Draft {
  const edges = draft.edges.flatMap((edge) =>
    isSameEdge(edge, { from, to })
      ? [
          { from, to: node.id },
          { from: node.id, to },
        ]
      : [edge],
  );
  return { nodes: [...draft.nodes, node], edges };
}

/** `node` in the place of the one that has its id. */
export function withChanged(draft: Draft, node: DraftNode): Draft {
  return { ...draft, nodes: draft.nodes.map((each) => (each.id === node.id ? node : each)) };
}

export function withEdge(draft: Draft, edge: FlowEdge): Draft {
  return { ...draft, edges: [...draft.edges, edge] };
}

export function withoutEdge(draft: Draft, edge: FlowEdge): Draft {
  return { ...draft, edges: draft.edges.filter((each) => !isSameEdge(each, edge)) };
}

/** Without a node; what came before it now leads to what came after it. */
export function withoutNode(draft: Draft, id: string): Draft {
  const before = draft.edges.filter(({ to }) => to === id).map(({ from }) => from);
  const after = draft.edges.filter(({ from }) => from === id).map(({ to }) => to);
  const kept = draft.edges.filter(({ from, to }) => from !== id && to !== id);
  const bridges = before
    .flatMap((from) => after.map((to) => ({ from, to })))
    .filter((bridge) => !kept.some((edge) => isSameEdge(edge, bridge)));
  return { nodes: draft.nodes.filter((node) => node.id !== id), edges: [...kept, ...bridges] };
}

/** Nodes where somebody has put them. */
export function withPositions(draft: Draft, positions: ReadonlyMap<string, Point>): Draft {
  const place = (node: DraftNode): DraftNode => {
    const point = positions.get(node.id);
    return point === undefined ? node : { ...node, position: { x: point.x, y: point.y } };
  };
  return { ...draft, nodes: draft.nodes.map(place) };
}

/** Nobody has put anything anywhere: the layout finds the places. */
export function withoutPositions(draft: Draft): Draft {
  const clear = ({ position: _, ...node }: DraftNode) => node as DraftNode;
  return { ...draft, nodes: draft.nodes.map(clear) };
}
