import { type FlowProblem, type FlowProblemCode, pointer, quote } from './flow-error.ts';
import type { FlowEdge, FlowSkeleton } from './graph.ts';
import { findCircles, leadingTo } from './paths.ts';

type Node = FlowSkeleton['nodes'][number];

/** The problems of a graph's structure: its ids, its edges, and how many templates and outputs it has. */
export function structureProblems(graph: FlowSkeleton): FlowProblem[] {
  const { nodes, edges } = graph;
  const duplicates = duplicateIds(graph);
  const perEdge = edges.map((edge, index) => edgeProblem(nodes, edge, index));
  const edgeProblems = perEdge.filter((problem) => problem !== null);
  const soundEdges = edges.filter((_, index) => perEdge[index] === null);
  return [
    ...duplicates,
    ...edgeProblems,
    ...templateProblems(graph),
    ...outputProblems(graph),
    ...(duplicates.length > 0 ? [] : circleProblems(graph, soundEdges)),
    // An invalid edge is often why a node is not connected, and its own problem is reported above.
    ...(duplicates.length + edgeProblems.length > 0 ? [] : unreachableNodes(graph)),
  ];
}

const isOutput = ({ type }: Node) => type === 'provider' || type === 'callback';

function duplicateIds({ nodes }: FlowSkeleton): FlowProblem[] {
  const seen = new Set<string>();
  return nodes.flatMap(({ id }, index) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    const message = `node ${quote(id)} is there twice; give each node an id of its own`;
    return [{ code: 'duplicate-node', node: id, pointer: pointer('nodes', index, 'id'), message }];
  });
}

function edgeProblem(
  nodes: readonly Node[],
  { from, to }: FlowEdge,
  index: number,
): FlowProblem | null {
  const found = (
    code: FlowProblemCode,
    node: string | null,
    at: 'from' | 'to',
    message: string,
  ) => ({
    code,
    node,
    pointer: pointer('edges', index, at),
    message,
  });
  const source = nodes.find(({ id }) => id === from);
  const target = nodes.find(({ id }) => id === to);
  const edge = `the edge from ${quote(from)} to ${quote(to)}`;
  if (source === undefined)
    return found(
      'unknown-node',
      null,
      'from',
      `${edge} begins at no node; correct "from" or delete the edge`,
    );
  if (target === undefined)
    return found(
      'unknown-node',
      from,
      'to',
      `${edge} leads to no node; correct "to" or delete the edge`,
    );
  if (source === target)
    return found(
      'self-edge',
      from,
      'to',
      `node ${quote(from)} has an edge to itself; delete the edge`,
    );
  if (isOutput(source))
    return found(
      'edge-from-output',
      from,
      'from',
      `${edge} leaves an output, which ends a flow; delete the edge`,
    );
  if (target.type === 'variables')
    return found(
      'edge-to-variables',
      to,
      'to',
      `${edge} enters a variables node, which begins a flow; turn it round`,
    );
  return null;
}

function templateProblems({ nodes }: FlowSkeleton): FlowProblem[] {
  const [first, ...others] = nodes.filter(({ type }) => type === 'template');
  if (first === undefined)
    return [
      {
        code: 'no-template',
        node: null,
        pointer: pointer('nodes'),
        message: 'the flow has no template node; add one of type "template"',
      },
    ];
  return others.map((node) => ({
    code: 'second-template',
    node: node.id,
    pointer: pointer('nodes', nodes.indexOf(node)),
    message: `node ${quote(node.id)} is a second template beside ${quote(first.id)}; keep one of them`,
  }));
}

function outputProblems({ nodes }: FlowSkeleton): FlowProblem[] {
  const [first, ...others] = nodes.filter(isOutput);
  return others.map((node) => ({
    code: 'second-output',
    node: node.id,
    pointer: pointer('nodes', nodes.indexOf(node)),
    message: `node ${quote(node.id)} is a second output beside ${quote(first?.id ?? '')}; keep one of them`,
  }));
}

function circleProblems(
  { nodes, edges }: FlowSkeleton,
  soundEdges: readonly FlowEdge[],
): FlowProblem[] {
  const ids = nodes.map(({ id }) => id);
  return findCircles(ids, soundEdges).map((circle) => {
    const [first = '', last = ''] = [circle.at(0), circle.at(-1)];
    const closing = edges.findIndex(({ from, to }) => from === last && to === first);
    const trail = [...circle, first].map(quote).join(' → ');
    return {
      code: 'circle',
      node: first,
      pointer: pointer('edges', closing),
      message: `nodes ${trail} go round in a circle; delete one of these edges`,
    };
  });
}

/** Nodes that have no effect: no path leads from them to the output, or to the template if there is no output. */
function unreachableNodes({ nodes, edges }: FlowSkeleton): FlowProblem[] {
  const outputs = nodes.filter(isOutput);
  const ends = outputs.length > 0 ? outputs : nodes.filter(({ type }) => type === 'template');
  const [end, another] = ends;
  if (end === undefined || another !== undefined) return [];
  const connected = leadingTo(end.id, edges);
  return nodes.flatMap(({ id }, index) => {
    if (connected.has(id)) return [];
    const message = `node ${quote(id)} does not lead to ${quote(end.id)}, where the flow ends; connect it or delete it`;
    return [{ code: 'unreachable-node', node: id, pointer: pointer('nodes', index), message }];
  });
}
