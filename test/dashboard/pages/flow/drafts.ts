import type { Draft, DraftNode } from '../../../../dashboard/src/pages/flow/model/flow-draft.ts';
import type { FlowEdge } from '../../../../dashboard/src/pages/flow/model/flow-graph.ts';

export const mail: DraftNode = { id: 'mail', type: 'template' };
export const send: DraftNode = {
  id: 'send',
  type: 'provider',
  provider: 'ses',
  from: 'hi@acme.example',
};
export const back: DraftNode = { id: 'back', type: 'callback' };

export function inputs(id = 'inputs'): DraftNode {
  return { id, type: 'variables', variables: [{ name: 'code', default: { as: 'none' } }] };
}

export function check(id: string): DraftNode {
  return { id, type: 'verification', kind: 'email_domain' };
}

/** `a>b` is an edge from a to b. */
export function edges(...texts: string[]): FlowEdge[] {
  return texts.map((text) => {
    const [from = '', to = ''] = text.split('>');
    return { from, to };
  });
}

export function draft(nodes: DraftNode[], ...texts: string[]): Draft {
  return { nodes, edges: edges(...texts) };
}

/** The edges as `a>b`, in the order of the alphabet. */
export function edgeTexts({ edges: all }: Draft): string[] {
  return all.map(({ from, to }) => `${from}>${to}`).sort();
}
