import { parseMailbox } from './mailbox.ts';
import { formatMailbox } from './mailbox-header.ts';

/** What a deployment may send from. */
export interface SenderSettings {
  /** Verified addresses and domains in lower case; `*` stands for any. */
  senders: readonly string[];
  /** Whether flows may send at all. */
  sending: boolean;
}

/** Reads the settings from the variables that the stack sets: a comma-separated list, `on` or `off`. */
export function readSenderSettings(
  senders: string | undefined,
  sending: string | undefined,
): SenderSettings {
  const list = (senders ?? '').toLowerCase().split(',');
  return { senders: list.filter((sender) => sender !== ''), sending: sending !== 'off' };
}

/**
 * Why a flow's sender cannot be used here, as a sentence; null where it can. SES accepts what an
 * identity covers: the address itself, its domain, or a parent of that.
 *
 * https://docs.aws.amazon.com/ses/latest/dg/creating-identities.html
 */
export function senderProblem(from: string, { senders, sending }: SenderSettings): string | null {
  if (!sending) return 'Sending is switched off in this deployment';
  const parsed = parseMailbox(from);
  if (!parsed.ok) return `The flow's sender is not a valid email address: ${parsed.problem}`;
  const { localPart, domain } = parsed.mailbox.address;
  const covered = [`${localPart}@${domain}`.toLowerCase(), ...parentsOf(domain), '*'];
  if (covered.some((identity) => senders.includes(identity))) return null;
  return `The flow's sender at ${domain} is not a sender identity of this deployment`;
}

/** The sender as SES takes it, for a `from` that has no problem. */
export function formatSender(from: string): string {
  const parsed = parseMailbox(from);
  if (!parsed.ok) throw new Error(`The sender cannot be read: ${parsed.problem}`);
  return formatMailbox(parsed.mailbox);
}

function parentsOf(domain: string): string[] {
  const labels = domain.split('.');
  return labels.map((_, at) => labels.slice(at).join('.'));
}
