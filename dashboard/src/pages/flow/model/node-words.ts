import type { FlowNode } from '../../../../../shared/engine/flow/graph.ts';
import { type Flow, kindOf, type NodeKind, type NodeOf } from './flow.ts';

export interface NodeHints {
  required: readonly string[];
  variables: readonly string[];
  /** Whether the template has several languages. Default: false. */
  hasLanguages?: boolean;
  /** Empty if no sender is known. */
  from: string;
}

/** The name of a template by its id; the id until the name is known. */
export type NameOf = (templateId: string) => string;

interface KindWords<Kind extends NodeKind> {
  title: string;
  does: string;
  summary: (node: NodeOf<Kind>, nameOf: NameOf) => string;
  id: string;
  fresh: (id: string, hints: NodeHints) => NodeOf<Kind>;
}

export const kindWords: { readonly [Kind in NodeKind]: KindWords<Kind> } = {
  variables: {
    title: 'Variables',
    does: 'Names the inputs of the flow, and gives them defaults.',
    summary: ({ variables }) => listed(variables.map(variableWords), 'no variables yet'),
    id: 'variables',
    fresh: (id, { variables }) => {
      const names = variables.length > 0 ? variables : [''];
      return { id, type: 'variables', variables: names.map((name) => ({ name })) };
    },
  },
  required_fields: {
    title: 'Required fields',
    does: 'Continues only if all listed fields are given and not empty.',
    summary: ({ fields }) => listed(fields, 'no fields yet'),
    id: 'required-fields',
    fresh: (id, { required }) => {
      const fields = required.length > 0 ? [...required] : ['_to'];
      return { id, type: 'verification', kind: 'required_fields', fields };
    },
  },
  email_domain: {
    title: 'E-mail domain',
    does: 'Continues only if the domain of _to exists and has a mail server.',
    summary: () => '_to has a mail server',
    id: 'email-domain',
    fresh: (id) => ({ id, type: 'verification', kind: 'email_domain' }),
  },
  regex: {
    title: 'Regex',
    does: 'Continues only if a value matches a pattern.',
    summary: ({ field, pattern }) =>
      field === '' && pattern === '' ? 'no pattern yet' : `${field || '…'} ~ ${pattern || '…'}`,
    id: 'regex',
    fresh: (id) => ({ id, type: 'verification', kind: 'regex', field: '', pattern: '' }),
  },
  branch: {
    title: 'Branch',
    does: 'Makes the mail from another template, by a variable or the language.',
    summary: ({ field, values, template }, nameOf) =>
      `${template === '' ? 'no template yet' : nameOf(template)}, if ${field || '…'} ${conditionWords(values)}`,
    id: 'branch',
    fresh: (id, { variables, hasLanguages }) => {
      const field = hasLanguages ? '_language' : (variables[0] ?? '');
      return { id, type: 'branch', field, values: [''], template: '' };
    },
  },
  template: {
    title: 'Template',
    does: 'Fills the template with the variables.',
    summary: () => 'subject, HTML and text',
    id: 'mail',
    fresh: (id) => ({ id, type: 'template' }),
  },
  provider: {
    title: 'Provider (SES)',
    does: 'Sends the mail with Amazon SES, and ends the flow.',
    summary: ({ from }) => (from === '' ? 'no sender yet' : `from ${from}`),
    id: 'send',
    fresh: (id, { from }) => ({ id, type: 'provider', provider: 'ses', from }),
  },
  callback: {
    title: 'Callback',
    does: 'Returns the finished mail to the caller instead of sending it, and ends the flow.',
    summary: () => 'returns the mail to the caller',
    id: 'callback',
    fresh: (id) => ({ id, type: 'callback' }),
  },
};

// Each flow begins with its template.
export type AddableKind = Exclude<NodeKind, 'template'>;

export const addableKinds = Object.keys(kindWords).filter(
  (kind): kind is AddableKind => kind !== 'template',
);

/** The name, else the kind; with a number if another node has the same title. */
export function titlesOf({ nodes }: Flow): Map<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    nodes.map((node) => {
      const title = node.name || node.label || kindWords[kindOf(node)].title;
      const count = (counts.get(title) ?? 0) + 1;
      counts.set(title, count);
      return [node.id, count === 1 ? title : `${title} ${count}`];
    }),
  );
}

export function summaryOf(node: FlowNode, nameOf: NameOf = (id) => id): string {
  const summary = kindWords[kindOf(node)].summary as (node: FlowNode, nameOf: NameOf) => string;
  return summary(node, nameOf);
}

function variableWords({ name, default: value }: NodeOf<'variables'>['variables'][number]): string {
  if (value === undefined || name === '') return name;
  return `${name} = ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

function conditionWords(values: NodeOf<'branch'>['values']): string {
  return values ? `is ${values.filter(Boolean).join(' or ') || '…'}` : 'is given';
}

function listed(names: readonly string[], none: string): string {
  return names.filter((name) => name !== '').join(', ') || none;
}
