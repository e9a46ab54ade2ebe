import { compileFlow } from '../../../../shared/engine/flow/compile-flow.ts';
import { FlowError, type FlowProblem } from '../../../../shared/engine/flow/flow-error.ts';
import { compileUnsubscribe } from '../../../../shared/manage/templates/compile-unsubscribe.ts';

/** Compiles a graph with the simplest rule for addresses, and returns its problems. */
export async function problemsOf(graph: unknown): Promise<readonly FlowProblem[]> {
  try {
    await compileFlow(graph, simpleRules);
  } catch (error) {
    if (error instanceof FlowError) return error.problems;
    throw error;
  }
  return [];
}

export const simpleRules = {
  mailboxProblem: (text: string) => (text.includes('@') ? null : 'it has no @'),
  compileUnsubscribe,
};

export const template = { id: 'mail', type: 'template' };
export const provider = {
  id: 'send',
  type: 'provider',
  provider: 'ses',
  from: 'hi@acme.example',
};
export const back = { id: 'back', type: 'callback' };
export const domainCheck = (id: string) => ({ id, type: 'verification', kind: 'email_domain' });

/** A valid flow with every node type, in the order in which it runs. */
export const everyNode = {
  nodes: [
    { id: 'inputs', type: 'variables', variables: [{ name: 'name', default: 'friend' }] },
    { id: 'needed', type: 'verification', kind: 'required_fields', fields: ['name', '_to'] },
    { id: 'code', type: 'verification', kind: 'regex', field: 'code', pattern: '^[A-Z]{3}$' },
    { id: 'domain', type: 'verification', kind: 'email_domain' },
    { id: 'mail', type: 'template' },
    { id: 'send', type: 'provider', provider: 'ses', from: 'hi@acme.example' },
  ],
  edges: [
    { from: 'inputs', to: 'needed' },
    { from: 'needed', to: 'code' },
    { from: 'code', to: 'domain' },
    { from: 'domain', to: 'mail' },
    { from: 'mail', to: 'send' },
  ],
};

/** A flow of a template and a callback, with further nodes and edges. */
export function callbackFlow(nodes: object[], edges: { from: string; to: string }[]) {
  return {
    nodes: [{ id: 'mail', type: 'template' }, ...nodes, { id: 'back', type: 'callback' }],
    edges: [{ from: 'mail', to: 'back' }, ...edges],
  };
}

/** A valid flow, except for the given fields of one node: a provider, a verification or a variables node. */
export const flowWith = {
  provider: (fields: object) => ({
    nodes: [template, { ...provider, ...fields }],
    edges: [{ from: 'mail', to: 'send' }],
  }),
  verification: (fields: object) =>
    callbackFlow(
      [{ id: 'check', type: 'verification', ...fields }],
      [{ from: 'check', to: 'back' }],
    ),
  variables: (variables: unknown) => ({
    nodes: [{ id: 'inputs', type: 'variables', variables }, template],
    edges: [{ from: 'inputs', to: 'mail' }],
  }),
};
