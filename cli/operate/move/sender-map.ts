import * as z from 'zod/mini';
import { parseMailbox } from '../../../shared/message/mailbox.ts';

/** Which sender becomes which, when a flow moves to another deployment. */
export interface SenderMapping {
  /** An address or a domain; or a whole `from`, as it is written. */
  old: string;
  /** An address or a domain as `old` is; or an address with its name. */
  next: string;
}

/** Why a mapping says nothing, as a sentence; null where it does. */
export function mappingProblem({ old, next }: SenderMapping): string | null {
  if (old.includes('@') !== next.includes('@')) {
    return `${old} and ${next} must both be addresses, or both be domains`;
  }
  const parsed = parseMailbox(next.includes('@') ? next : `someone@${next}`);
  return parsed.ok ? null : `${next} is no sender: ${parsed.problem}`;
}

/** The flow with its senders mapped; one that nothing is said about stays as it is. */
export function withMappedSenders(flow: unknown, mappings: readonly SenderMapping[]): unknown {
  const graph = fields.safeParse(flow).data;
  if (!graph || !Array.isArray(graph.nodes)) return flow;
  return { ...graph, nodes: graph.nodes.map((node: unknown) => mappedNode(node, mappings)) };
}

const fields = z.record(z.string(), z.unknown());

function mappedNode(node: unknown, mappings: readonly SenderMapping[]): unknown {
  const read = fields.safeParse(node).data;
  if (read?.type !== 'provider' || typeof read.from !== 'string') return node;
  return { ...read, from: mapSender(read.from, mappings) };
}

/** The first mapping that fits counts; the name before an address stays, unless the new one has its own. */
export function mapSender(from: string, mappings: readonly SenderMapping[]): string {
  const address = addressIn(from);
  const domain = address.slice(address.lastIndexOf('@') + 1);
  for (const { old, next } of mappings) {
    if (same(old, domain)) return replaceLast(from, domain, next);
    if (!same(old, from.trim()) && !same(old, address)) continue;
    return next.includes('<') ? next : replaceLast(from, address, next);
  }
  return from;
}

function replaceLast(text: string, part: string, next: string): string {
  const at = text.lastIndexOf(part);
  return text.slice(0, at) + next + text.slice(at + part.length);
}

/** The address as it is written, without the name before it. */
function addressIn(from: string): string {
  return /<([^<>]*)>\s*$/.exec(from)?.[1]?.trim() ?? from.trim();
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
