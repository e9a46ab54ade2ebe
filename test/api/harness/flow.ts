export interface Node {
  id: string;
  type: string;
  [field: string]: unknown;
}

export function flowOf(...nodes: Node[]) {
  const edges = nodes.slice(1).map(({ id }, at) => ({ from: nodes[at]?.id, to: id }));
  return { nodes, edges };
}

export const template: Node = { id: 'mail', type: 'template' };

/** What the mails with their own HTML are sent by, but for its flow. */
export const raw = { id: 'raw', subject: '{{{subject}}}', html: '{{{html}}}', text: '{{{text}}}' };

export const callback: Node = { id: 'back', type: 'callback' };

/** The node that sends. In the local run any sender is an identity. */
export function provider(
  fields: { from?: string; replyTo?: string; unsubscribe?: string } = {},
): Node {
  return { id: 'send', type: 'provider', provider: 'ses', from: sender, ...fields };
}

export const sender = 'hello@sender.example';

export function inputs(...variables: { name: string; default?: unknown }[]): Node {
  return { id: 'inputs', type: 'variables', variables };
}

export function emailDomain(id = 'domain'): Node {
  return { id, type: 'verification', kind: 'email_domain' };
}

export function required(...fields: string[]): Node {
  return { id: 'required', type: 'verification', kind: 'required_fields', fields };
}

export function regex(fields: { field: string; pattern: string; message?: string }): Node {
  return { id: `regex-${fields.field}`, type: 'verification', kind: 'regex', ...fields };
}
