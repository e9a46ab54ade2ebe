import type { SesIdentity } from '../../adapters/ses/ses-setup.ts';
import { type Finding, type FixStep, ok, skipped } from './check.ts';
import type { Where } from './where.ts';

export interface IdentityPorts {
  where: () => Promise<Where>;
  /** The addresses and domains that the deployment may send from; `*` if it may send from any. */
  senders: () => Promise<readonly string[]>;
  /** Null if SES has no identity of this name in the region. */
  identity: (name: string) => Promise<SesIdentity | null>;
}

/** What is wrong with one sender, and the fix. */
export interface SenderFault {
  found: string;
  fix: readonly FixStep[];
}

/** The domain of an address; a domain is returned as it is. */
export function domainOf(sender: string): string {
  return sender.slice(sender.lastIndexOf('@') + 1);
}

export const isAddress = (sender: string): boolean => sender.includes('@');

/**
 * Checks every sender and joins their faults into one finding. It skips if the deployment may send
 * from any sender, or has no sender: `identity-not-verified` reports a missing sender.
 */
export async function findForSenders(
  ports: IdentityPorts,
  faultOf: (sender: string, where: Where) => Promise<SenderFault | null>,
  good: (senders: readonly string[]) => string,
): Promise<Finding> {
  const [senders, where] = await Promise.all([ports.senders(), ports.where()]);
  if (senders.includes('*')) return skipped('This deployment accepts any sender');
  if (senders.length === 0) return skipped('This deployment has no sender yet');
  const faults = (await Promise.all(senders.map((sender) => faultOf(sender, where)))).filter(
    (fault) => fault !== null,
  );
  if (faults.length === 0) return ok(good(senders));
  return {
    status: 'broken',
    found: faults.map(({ found }) => found).join('; '),
    fix: faults.flatMap(({ fix }) => fix),
  };
}

/**
 * The sender's own identity, and for an address also the identity of its domain: SES lets an address
 * use the DKIM and the MAIL FROM of its domain if the domain is an identity too.
 *
 * https://docs.aws.amazon.com/ses/latest/dg/creating-identities.html
 */
export async function withDomain(
  { identity }: Pick<IdentityPorts, 'identity'>,
  sender: string,
): Promise<SesIdentity[]> {
  const names = isAddress(sender) ? [sender, domainOf(sender)] : [sender];
  const found = await Promise.all(names.map((name) => identity(name)));
  return found.filter((one) => one !== null);
}
