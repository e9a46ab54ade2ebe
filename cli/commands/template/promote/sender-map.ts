import { mapSenders } from '../../../folders/flow-sender.ts';

/** The new sender for an old one, when a flow is copied to another deployment: two addresses, or two domains. */
export interface SenderMapping {
  old: string;
  next: string;
}

export function withMappedSenders(flow: unknown, mappings: readonly SenderMapping[]): unknown {
  return mapSenders(flow, (from) => mapSender(from, mappings));
}

/** The first mapping that matches counts. The name before an address is kept. */
export function mapSender(from: string, mappings: readonly SenderMapping[]): string {
  const [, before = '', address = '', after = ''] =
    /^(.*<)?\s*([^<>]*?)\s*(>\s*)?$/.exec(from) ?? [];
  const [user, domain] = address.split('@');
  for (const { old, next } of mappings) {
    if (same(old, address)) return `${before}${next}${after}`;
    if (same(old, domain)) return `${before}${user}@${next}${after}`;
  }
  return from;
}

const same = (one: string, other = '') => one.toLowerCase() === other.toLowerCase();
