import type { FlowNode } from '../../../../../shared/engine/flow/graph.ts';
import type { Flow } from './flow.ts';
import { type AddableKind, type Hints, kindWords } from './node-words.ts';

/** A node with a free id and settings that fit the template. */
export function freshNode(flow: Flow, kind: AddableKind, hints: Hints): FlowNode {
  const { id, fresh } = kindWords[kind];
  return fresh(freeId(flow, id), hints);
}

/** The shortest flow: the template and its output. */
export function shortestFlow(output: 'provider' | 'callback', hints: Hints): Flow {
  const nodes: FlowNode[] = [{ id: 'mail', type: 'template' }];
  const end = freshNode({ nodes, edges: [] }, output, hints);
  return { nodes: [...nodes, end], edges: [{ from: 'mail', to: end.id }] };
}

function freeId({ nodes }: Flow, name: string): string {
  const taken = new Set(nodes.map(({ id }) => id));
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(id)) return id;
  }
}
