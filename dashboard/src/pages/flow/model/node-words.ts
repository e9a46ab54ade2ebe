import {
  type Draft,
  type DraftNode,
  type DraftVariables,
  kindOf,
  type NodeKind,
} from './flow-draft.ts';

/** What each kind of node is called, and what it does, in a sentence. */
export const kindWords: Record<NodeKind, { title: string; does: string }> = {
  variables: {
    title: 'Variables',
    does: 'Names what the flow takes, and gives a default to what is not given.',
  },
  required_fields: {
    title: 'Required fields',
    does: 'Goes on only if all of these are given and not empty.',
  },
  email_domain: {
    title: 'E-mail domain',
    does: 'Goes on only if the domain of _to exists and has a mail server.',
  },
  regex: { title: 'Regex', does: 'Goes on only if a value matches a pattern.' },
  template: { title: 'Template', does: 'Fills the template with the variables.' },
  provider: { title: 'Provider (SES)', does: 'Sends the mail with Amazon SES, and ends the flow.' },
  callback: {
    title: 'Callback',
    does: 'Returns the finished mail to the caller instead of sending it, and ends the flow.',
  },
};

/** What can be added; a flow has its template from the beginning. */
export const addableKinds = [
  'variables',
  'required_fields',
  'email_domain',
  'regex',
  'provider',
  'callback',
] as const satisfies readonly NodeKind[];

export type AddableKind = (typeof addableKinds)[number];

/**
 * What each node is called: by its own name, else by its kind, with a number where two would be
 * called the same.
 */
export function titlesOf({ nodes }: Draft): Map<string, string> {
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

/** A node's settings, in one line. */
export function summaryOf(node: DraftNode): string {
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

function verificationWords(node: Extract<DraftNode, { type: 'verification' }>): string {
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

function variableWords({ name, default: value }: DraftVariables['variables'][number]): string {
  return value.as === 'none' || name === '' ? name : `${name} = ${value.text}`;
}

function listed(names: readonly string[], none: string): string {
  return names.filter((name) => name !== '').join(', ') || none;
}
