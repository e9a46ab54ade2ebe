import { type FlowEdge, type FlowNode, nodeTypes } from './graph.ts';
import { topologicalOrder } from './paths.ts';

/**
 * The nodes as a run comes to them: variables, verifications, template, output; within a type by `topologicalOrder`.
 * Throws for a cycle.
 */
export function runOrder<Node extends Pick<FlowNode, 'id' | 'type'>>(
  nodes: readonly Node[],
  edges: readonly FlowEdge[],
): Node[] {
  const turn = ({ type }: Node) => nodeTypes[type].turn;
  return topologicalOrder(nodes, edges).sort((one, other) => turn(one) - turn(other));
}
