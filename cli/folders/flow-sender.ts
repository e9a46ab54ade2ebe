import * as z from 'zod/mini';

const flowShape = z.looseObject({
  nodes: z.array(z.looseObject({ type: z.optional(z.string()), from: z.optional(z.unknown()) })),
});

/** A flow that renders the template and sends it. `inputs`: the variables that it declares. Default: it declares none. */
export function sendingFlow(from: string, inputs: readonly string[] = []) {
  const declared = { id: 'inputs', type: 'variables', variables: inputs.map((name) => ({ name })) };
  return {
    nodes: [
      ...(inputs.length > 0 ? [declared] : []),
      { id: 'mail', type: 'template' },
      { id: 'send', type: 'provider', provider: 'ses', from },
    ],
    edges: [
      ...(inputs.length > 0 ? [{ from: 'inputs', to: 'mail' }] : []),
      { from: 'mail', to: 'send' },
    ],
  };
}

/** The flow with `map` applied to the sender of each provider node. A value that is not a flow is returned unchanged. */
export function mapSenders(flow: unknown, map: (from: string) => string): unknown {
  const graph = flowShape.safeParse(flow).data;
  if (!graph) return flow;
  const nodes = graph.nodes.map((node) =>
    node.type === 'provider' && typeof node.from === 'string'
      ? { ...node, from: map(node.from) }
      : node,
  );
  return { ...graph, nodes };
}

/** The flow with the first of `senders` as its sender; unchanged if that is missing or `*`. */
export function withSender(flow: unknown, senders: readonly string[]): unknown {
  const from = firstAddress(senders);
  return from === null ? flow : mapSenders(flow, () => from);
}

export function senderOf(flow: unknown): string | null {
  const provider = flowShape.safeParse(flow).data?.nodes.find(({ type }) => type === 'provider');
  return typeof provider?.from === 'string' ? provider.from : null;
}

/** The first sender if it is an address; if it is a domain, `hello@` that domain. Null if it is missing or `*`. */
export function firstAddress([sender]: readonly string[]): string | null {
  if (sender === undefined || sender === '*') return null;
  return sender.includes('@') ? sender : `hello@${sender}`;
}
