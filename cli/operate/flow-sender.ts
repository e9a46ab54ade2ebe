import * as z from 'zod/mini';

const flowShape = z.looseObject({ nodes: z.array(z.looseObject({ type: z.string() })) });

/** The flow with a deployment's own sender in place of its own; as it is where the deployment has none. */
export function withSender(flow: unknown, senders: readonly string[]): unknown {
  const from = firstAddress(senders);
  const graph = flowShape.safeParse(flow).data;
  if (from === null || !graph) return flow;
  const nodes = graph.nodes.map((node) => (node.type === 'provider' ? { ...node, from } : node));
  return { ...graph, nodes };
}

/** What the flow sends from; null where it sends nothing. */
export function senderOf(flow: unknown): string | null {
  const provider = flowShape.safeParse(flow).data?.nodes.find(({ type }) => type === 'provider');
  return typeof provider?.from === 'string' ? provider.from : null;
}

/** An address that mails may come from: the first sender, or one at it if it is a domain. */
export function firstAddress([sender]: readonly string[]): string | null {
  if (sender === undefined || sender === '*') return null;
  return sender.includes('@') ? sender : `hello@${sender}`;
}
