import type { Draft, DraftNode } from './flow-draft.ts';
import type { AddableKind } from './node-words.ts';

/** What a new node can take over from the template and the account. */
export interface Hints {
  /** The names that the template cannot do without. */
  required: readonly string[];
  /** The names that the template prints, in their order. */
  variables: readonly string[];
  /** A sender's address; empty where none is known. */
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

/** A node with an id that is free and settings that make sense for this template. */
export function freshNode(draft: Draft, kind: AddableKind, hints: Hints): DraftNode {
  const id = freeId(draft, ids[kind]);
  switch (kind) {
    case 'variables': {
      const names = hints.variables.length > 0 ? hints.variables : [''];
      const variables = names.map((name) => ({ name, default: { as: 'none' } as const }));
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

/** The shortest flow: the template, and what becomes of it. */
export function shortestFlow(output: 'provider' | 'callback', hints: Hints): Draft {
  const nodes: DraftNode[] = [{ id: 'mail', type: 'template' }];
  const end = freshNode({ nodes, edges: [] }, output, hints);
  return { nodes: [...nodes, end], edges: [{ from: 'mail', to: end.id }] };
}

function freeId({ nodes }: Draft, name: string): string {
  const taken = new Set(nodes.map(({ id }) => id));
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(id)) return id;
  }
}
