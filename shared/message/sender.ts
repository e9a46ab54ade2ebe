import { type Address, formatAddress } from '../engine/verify/address.ts';
import { parseMailbox } from './mailbox.ts';
import { formatMailbox } from './mailbox-header.ts';

export interface SenderSettings {
  /** Verified addresses and domains, as `asIdentity` writes them; `*` is any. */
  senders: readonly string[];
  /** Whether flows may send at all. */
  sending: boolean;
}

/** Reads the settings from the variables that the stack sets: a comma-separated list, `on` or `off`. */
export function readSenderSettings(
  senders: string | undefined,
  sending: string | undefined,
): SenderSettings {
  return { senders: readSenderList(senders ?? ''), sending: sending !== 'off' };
}

/** Reads a comma-separated list of identities; empty for none. */
export function readSenderList(text: string): string[] {
  return text.split(',').filter(Boolean).map(asIdentity);
}

/**
 * An identity as SES and IAM compare it: upper and lower case differ before the `@`, not after it.
 * https://docs.aws.amazon.com/ses/latest/dg/creating-identities.html
 */
export function asIdentity(text: string): string {
  const domainAt = text.lastIndexOf('@') + 1;
  return text.slice(0, domainAt) + text.slice(domainAt).toLowerCase();
}

/** Whether one of the identities covers an address: itself, or its domain with subdomains. `*` covers any. */
export function isCovered(address: Address, identities: readonly string[]): boolean {
  return [...identitiesOf(address), '*'].some((identity) => identities.includes(identity));
}

/** The identities that cover an address, the closest first: itself, then its domain and those above. */
export function identitiesOf(address: Address): string[] {
  const labels = address.domain.split('.');
  const domains = labels.map((_, at) => labels.slice(at).join('.'));
  return [asIdentity(formatAddress(address)), ...domains];
}

/** Why a flow's sender cannot be used here, as a sentence; null if it can. */
export function senderProblem(from: string, { senders, sending }: SenderSettings): string | null {
  if (!sending) return 'Sending is switched off in this deployment';
  const parsed = parseMailbox(from);
  if (!parsed.ok) return `The flow's sender is not a valid email address: ${parsed.problem}`;
  const { address } = parsed.mailbox;
  if (isCovered(address, senders)) return null;
  const problem = `The flow's sender at ${address.domain} is not a sender identity of this deployment`;
  const meant = formatAddress(address).toLowerCase();
  const inOtherCase = senders.find((sender) => sender.toLowerCase() === meant);
  return inOtherCase === undefined
    ? problem
    : `${problem}: SES distinguishes upper and lower case, write it as ${inOtherCase}`;
}

/** The same whether or not the deployment sends at present: that is a setting of its own, not of a template. */
export const identityProblem = (from: string, senders: readonly string[]): string | null =>
  senderProblem(from, { senders, sending: true });

/** The sender in the form that SES accepts. Throws if `from` is not a valid mailbox. */
export function formatSender(from: string): string {
  const parsed = parseMailbox(from);
  if (!parsed.ok) throw new Error(`The sender cannot be read: ${parsed.problem}`);
  return formatMailbox(parsed.mailbox);
}
