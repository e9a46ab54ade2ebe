import type { Flow } from '../../../../dashboard/src/pages/flow/model/flow.ts';
import type { FlowEdge, FlowNode } from '../../../../shared/engine/flow/graph.ts';

export const mail: FlowNode = { id: 'mail', type: 'template' };
export const send: FlowNode = {
  id: 'send',
  type: 'provider',
  provider: 'ses',
  from: 'hi@acme.example',
};
export const back: FlowNode = { id: 'back', type: 'callback' };

export function inputs(id = 'inputs'): FlowNode {
  return { id, type: 'variables', variables: [{ name: 'code' }] };
}

export function check(id: string): FlowNode {
  return { id, type: 'verification', kind: 'email_domain' };
}

export function branch(id: string): FlowNode {
  return { id, type: 'branch', field: 'plan', values: ['pro'], template: 'pro' };
}

/** `a>b` is an edge from a to b. */
export function edges(...texts: string[]): FlowEdge[] {
  return texts.map((text) => {
    const [from = '', to = ''] = text.split('>');
    return { from, to };
  });
}

export function flowOf(nodes: FlowNode[], ...texts: string[]): Flow {
  return { nodes, edges: edges(...texts) };
}

/** The edges as `a>b`, in alphabetical order. */
export function edgeTexts({ edges: all }: Flow): string[] {
  return all.map(({ from, to }) => `${from}>${to}`).sort();
}

/** A copy in the engine's type. */
export function graphOf({ nodes, edges: all }: Flow) {
  return { nodes: [...nodes], edges: [...all] };
}
