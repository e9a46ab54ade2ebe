import type { FlowNode } from '../../../../../shared/engine/flow/graph.ts';
import type { Flow } from './flow.ts';
import type { AddableKind } from './node-words.ts';

/** Values of the template and the account that a new node begins with. */
export interface Hints {
  /** The required variables of the template. */
  required: readonly string[];
  /** The variables of the template, in its order. */
  variables: readonly string[];
  /** A sender's address; empty if none is known. */
  from: string;
}

const ids: Record<AddableKind, string> = {
  variables: 'variables',
  required_fields: 'required-fields',
  email_domain: 'email-domain',
  regex: 'regex',
  provider: 'send',
  callback: 'callback',
};

/** A node with a free id and settings that fit the template. */
export function freshNode(flow: Flow, kind: AddableKind, hints: Hints): FlowNode {
  const id = freeId(flow, ids[kind]);
  switch (kind) {
    case 'variables': {
      const names = hints.variables.length > 0 ? hints.variables : [''];
      const variables = names.map((name) => ({ name }));
      return { id, type: 'variables', variables };
    }
    case 'required_fields': {
      const fields = hints.required.length > 0 ? [...hints.required] : ['_to'];
      return { id, type: 'verification', kind, fields };
    }
    case 'email_domain':
      return { id, type: 'verification', kind };
    case 'regex':
      return { id, type: 'verification', kind, field: '', pattern: '' };
    case 'provider':
      return { id, type: 'provider', provider: 'ses', from: hints.from };
    case 'callback':
      return { id, type: 'callback' };
  }
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
