import {
  type FlowEdge,
  type FlowNode,
  flowGraph,
} from '../../../../../shared/engine/flow/graph.ts';
import { structureProblems } from '../../../../../shared/engine/flow/structure.ts';

export { kindOf, type NodeKind, type NodeOf } from '../../../../../shared/engine/flow/graph.ts';
export { isOutput } from '../../../../../shared/engine/flow/structure.ts';

/** A flow as the page edits it; it is never mutated. If it has no nodes, the template has no flow. */
export interface Flow {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

export const noFlow: Flow = { nodes: [], edges: [] };

export interface Point {
  x: number;
  y: number;
}

// Wrong values. Any other mistake is a part unknown to this page.
const correctable: ReadonlySet<string> = new Set(['too_small', 'too_big', 'custom']);

// With these problems the page cannot draw the nodes, because they have no order.
const withoutOrder: ReadonlySet<string> = new Set(['duplicate-node', 'unknown-node', 'circle']);

/** `unknown` if this page cannot show a part, which a save would lose. */
export function readFlow(stored: unknown): Flow | 'unknown' {
  if (stored === null) return noFlow;
  const { error } = flowGraph.safeParse(stored);
  const isKnown = !error || error.issues.every(({ code }) => correctable.has(code));
  if (!isKnown) return 'unknown';
  const flow = stored as Flow;
  const problems = structureProblems({ nodes: [...flow.nodes], edges: [...flow.edges] });
  return problems.some(({ code }) => withoutOrder.has(code)) ? 'unknown' : flow;
}

export function storedFlow(flow: Flow): Flow | null {
  return flow.nodes.length === 0 ? null : flow;
}

export function nodeOf(flow: Flow, id: string): FlowNode | undefined {
  return flow.nodes.find((node) => node.id === id);
}

export function isSameEdge(one: FlowEdge, other: FlowEdge): boolean {
  return one.from === other.from && one.to === other.to;
}

/** What a run depends on: the flow without positions, because a run stays valid when the author moves a node. */
export function whatRuns(flow: Flow): string {
  return JSON.stringify(flow, (key, value) => (key === 'position' ? undefined : value));
}
