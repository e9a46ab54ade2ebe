import type { FlowEdge, FlowNode } from './graph.ts';
import { topologicalOrder } from './paths.ts';

const turns: Readonly<Record<FlowNode['type'], number>> = {
  ...{ variables: 0, verification: 1, template: 2, provider: 3, callback: 3 },
};

type Ordered = Pick<FlowNode, 'id' | 'type'>;

/**
 * The nodes in the order in which a run comes to them: the variables, the verifications, the template, the output.
 * Among nodes of one type the edges decide; see `topologicalOrder`. Throws if the graph has a cycle.
 */
export function runOrder<Node extends Ordered>(
  nodes: readonly Node[],
  edges: readonly FlowEdge[],
): Node[] {
  return topologicalOrder(nodes, edges).sort((one, other) => turns[one.type] - turns[other.type]);
}
