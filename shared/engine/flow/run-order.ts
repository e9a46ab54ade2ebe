import { type FlowEdge, type FlowNode, nodeTypes } from './graph.ts';
import { topologicalOrder } from './paths.ts';

/**
 * The nodes in the order in which a run comes to them: the variables, the verifications, the template, the output.
 * The edges decide the order of nodes of one type; see `topologicalOrder`. Throws if the graph has a cycle.
 */
export function runOrder<Node extends Pick<FlowNode, 'id' | 'type'>>(
  nodes: readonly Node[],
  edges: readonly FlowEdge[],
): Node[] {
  const turn = ({ type }: Node) => nodeTypes[type].turn;
  return topologicalOrder(nodes, edges).sort((one, other) => turn(one) - turn(other));
}
