import { type FlowProblem, type FlowProblemCode, problemAt, quote } from './flow-error.ts';
import { type FlowEdge, type FlowSkeleton, nodeTypes } from './graph.ts';
import { findCycles, leadingTo } from './paths.ts';

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
    ...(duplicates.length > 0 ? [] : cycleProblems(graph, soundEdges)),
    // An invalid edge is often why a node is not connected, and its own problem is reported above.
    ...(duplicates.length + edgeProblems.length > 0 ? [] : unreachableNodes(graph)),
  ];
}

/** Whether a node ends its flow. */
export const isOutput = ({ type }: Pick<Node, 'type'>): boolean => nodeTypes[type].isOutput;

function duplicateIds({ nodes }: FlowSkeleton): FlowProblem[] {
  const seen = new Set<string>();
  return nodes.flatMap(({ id }, index) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    const message = `node ${quote(id)} exists twice; give each node its own id`;
    return [problemAt(['nodes', index, 'id'], 'duplicate-node', message)];
  });
}

function edgeProblem(
  nodes: readonly Node[],
  { from, to }: FlowEdge,
  index: number,
): FlowProblem | null {
  const source = nodes.find(({ id }) => id === from);
  const target = nodes.find(({ id }) => id === to);
  const edge = `the edge from ${quote(from)} to ${quote(to)}`;
  const at = (end: keyof FlowEdge, code: FlowProblemCode, message: string) =>
    problemAt(['edges', index, end], code, message);
  if (source === undefined) {
    const fix = 'correct "from" or delete the edge';
    return at('from', 'unknown-node', `${edge} begins at a node that does not exist; ${fix}`);
  }
  if (target === undefined) {
    const fix = 'correct "to" or delete the edge';
    return at('to', 'unknown-node', `${edge} leads to a node that does not exist; ${fix}`);
  }
  if (source === target) {
    return at('to', 'self-edge', `node ${quote(from)} has an edge to itself; delete the edge`);
  }
  if (isOutput(source)) {
    const message = `${edge} begins at an output node, where the flow ends; delete the edge`;
    return at('from', 'edge-from-output', message);
  }
  if (target.type === 'variables') {
    const message = `${edge} leads to a variables node, where the flow begins; reverse the edge`;
    return at('to', 'edge-to-variables', message);
  }
  return null;
}

function templateProblems({ nodes }: FlowSkeleton): FlowProblem[] {
  const templates = nodes.filter(({ type }) => type === 'template');
  if (templates.length > 0) return surplus(nodes, templates, 'second-template', 'template');
  const message = 'the flow has no template node; add one of type "template"';
  return [problemAt(['nodes'], 'no-template', message)];
}

function outputProblems({ nodes }: FlowSkeleton): FlowProblem[] {
  return surplus(nodes, nodes.filter(isOutput), 'second-output', 'output');
}

/** The problems of all but the first of the nodes of which a flow has one. */
function surplus(
  nodes: readonly Node[],
  [first, ...others]: readonly Node[],
  code: FlowProblemCode,
  what: string,
): FlowProblem[] {
  return others.map((node) => {
    const both = `node ${quote(node.id)} is a second ${what} beside ${quote(first?.id ?? '')}`;
    return problemAt(['nodes', nodes.indexOf(node)], code, `${both}; keep one of them`);
  });
}

function cycleProblems(
  { nodes, edges }: FlowSkeleton,
  soundEdges: readonly FlowEdge[],
): FlowProblem[] {
  const ids = nodes.map(({ id }) => id);
  return findCycles(ids, soundEdges).map((cycle) => {
    const [first = '', last = ''] = [cycle.at(0), cycle.at(-1)];
    const closing = edges.findIndex(({ from, to }) => from === last && to === first);
    const trail = [...cycle, first].map(quote).join(' → ');
    const message = `nodes ${trail} form a cycle; delete one of these edges`;
    return problemAt(['edges', closing], 'circle', message);
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
    return [problemAt(['nodes', index], 'unreachable-node', message)];
  });
}
