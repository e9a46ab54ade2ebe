import type { FlowNode } from '../../../../../shared/engine/flow/graph.ts';
import { type Flow, kindOf, type NodeKind, type NodeOf } from './flow.ts';

/** The name of each kind of node, and what it does. */
export const kindWords: Record<NodeKind, { title: string; does: string }> = {
  variables: {
    title: 'Variables',
    does: 'Names the inputs of the flow, and gives them defaults.',
  },
  required_fields: {
    title: 'Required fields',
    does: 'Continues only if all listed fields are given and not empty.',
  },
  email_domain: {
    title: 'E-mail domain',
    does: 'Continues only if the domain of _to exists and has a mail server.',
  },
  regex: { title: 'Regex', does: 'Continues only if a value matches a pattern.' },
  template: { title: 'Template', does: 'Fills the template with the variables.' },
  provider: { title: 'Provider (SES)', does: 'Sends the mail with Amazon SES, and ends the flow.' },
  callback: {
    title: 'Callback',
    does: 'Returns the finished mail to the caller instead of sending it, and ends the flow.',
  },
};

/** The kinds that an author can add. Each flow begins with its template. */
export const addableKinds = [
  'variables',
  'required_fields',
  'email_domain',
  'regex',
  'provider',
  'callback',
] as const satisfies readonly NodeKind[];

export type AddableKind = (typeof addableKinds)[number];

/** The title of each node: its name, else its kind, with a number if another node has the same title. */
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

/** The settings of a node, in one line. */
export function summaryOf(node: FlowNode): string {
  switch (node.type) {
    case 'variables':
      return listed(node.variables.map(variableWords), 'no variables yet');
    case 'template':
      return 'subject, HTML and text';
    case 'provider':
      return node.from === '' ? 'no sender yet' : `from ${node.from}`;
    case 'callback':
      return 'returns the mail to the caller';
    case 'verification':
      return verificationWords(node);
  }
}

function verificationWords(node: NodeOf<'verification'>): string {
  switch (node.kind) {
    case 'email_domain':
      return '_to has a mail server';
    case 'required_fields':
      return listed(node.fields, 'no fields yet');
    case 'regex':
      return node.field === '' && node.pattern === ''
        ? 'no pattern yet'
        : `${node.field || '…'} ~ ${node.pattern || '…'}`;
  }
}

function variableWords({ name, default: value }: NodeOf<'variables'>['variables'][number]): string {
  if (value === undefined || name === '') return name;
  return `${name} = ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

function listed(names: readonly string[], none: string): string {
  return names.filter((name) => name !== '').join(', ') || none;
}
