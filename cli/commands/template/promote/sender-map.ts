import { parseMailbox } from '../../../../shared/message/mailbox.ts';
import { mapSenders } from '../../../folders/flow-sender.ts';

/** The new sender for an old one, when a flow is copied to another deployment. */
export interface SenderMapping {
  /** An address or a domain; or a complete `from` as the flow has it. */
  old: string;
  /** An address or a domain, like `old`; or an address with a name. */
  next: string;
}

/** What is wrong with a mapping, as a sentence; null for a good one. */
export function mappingProblem({ old, next }: SenderMapping): string | null {
  if (old.includes('@') !== next.includes('@')) {
    return `${old} and ${next} must both be addresses, or both be domains`;
  }
  const parsed = parseMailbox(next.includes('@') ? next : `someone@${next}`);
  return parsed.ok ? null : `${next} is not a valid sender: ${parsed.problem}`;
}

/** The flow with its senders mapped. A sender without a mapping does not change. */
export function withMappedSenders(flow: unknown, mappings: readonly SenderMapping[]): unknown {
  return mapSenders(flow, (from) => mapSender(from, mappings));
}

/** The first mapping that matches counts. The name before an address is kept, unless the new sender has one. */
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

/** The address without the name before it. */
function addressIn(from: string): string {
  return /<([^<>]*)>\s*$/.exec(from)?.[1]?.trim() ?? from.trim();
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
