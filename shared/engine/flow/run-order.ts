import { type FlowEdge, type FlowNode, nodeTypes } from './graph.ts';
import { topologicalOrder } from './paths.ts';

/** Sorts by type (variables, verifications, template, output), then `topologicalOrder`. Throws for a cycle. */
export function runOrder<Node extends Pick<FlowNode, 'id' | 'type'>>(
  nodes: readonly Node[],
  edges: readonly FlowEdge[],
): Node[] {
  const turn = ({ type }: Node) => nodeTypes[type].turn;
  return topologicalOrder(nodes, edges).sort((one, other) => turn(one) - turn(other));
}
