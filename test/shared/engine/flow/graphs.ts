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
export const provider = { id: 'send', type: 'provider', provider: 'ses', from: 'hi@acme.example' };
export const back = { id: 'back', type: 'callback' };
export const domainCheck = (id: string) => ({ id, type: 'verification', kind: 'email_domain' });

/** A flow of these nodes. An edge is written `from → to`. */
export function flowOf(nodes: object[], ...edges: string[]) {
  const written = edges.map((edge) => edge.split(' → '));
  return { nodes, edges: written.map(([from = '', to = '']) => ({ from, to })) };
}

/** A valid flow with every node type, in the order in which it runs. */
export const everyNode = flowOf(
  [
    { id: 'inputs', type: 'variables', variables: [{ name: 'name', default: 'friend' }] },
    { id: 'needed', type: 'verification', kind: 'required_fields', fields: ['name', '_to'] },
    { id: 'code', type: 'verification', kind: 'regex', field: 'code', pattern: '^[A-Z]{3}$' },
    domainCheck('domain'),
    template,
    provider,
  ],
  ...['inputs → needed', 'needed → code', 'code → domain', 'domain → mail', 'mail → send'],
);

/** A flow of a template and a callback, with further nodes and edges. */
export const callbackFlow = (nodes: object[], ...edges: string[]) =>
  flowOf([template, ...nodes, back], 'mail → back', ...edges);

/** A valid flow, except for the given fields of one node: a provider, a verification or a variables node. */
export const flowWith = {
  provider: (fields: object) => flowOf([template, { ...provider, ...fields }], 'mail → send'),
  verification: (fields: object) =>
    callbackFlow([{ id: 'check', type: 'verification', ...fields }], 'check → back'),
  variables: (variables: unknown) =>
    flowOf([{ id: 'inputs', type: 'variables', variables }, template], 'inputs → mail'),
};

/** The problems of a graph, each as `code, pointer: message`. */
export const shownProblemsOf = async (graph: unknown) =>
  (await problemsOf(graph)).map(({ code, pointer, message }) => `${code}, ${pointer}: ${message}`);
