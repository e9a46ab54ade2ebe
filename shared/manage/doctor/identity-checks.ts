import type { SesIdentity } from '../../adapters/ses/ses-told.ts';
import {
  broken,
  type Check,
  type Finding,
  type FixStep,
  ok,
  open,
  record,
  run,
  say,
  skipped,
} from './check.ts';
import { NotKnown } from './not-known.ts';
import type { SendingPorts } from './sending-ports.ts';
import { consolePage, deployTo, type Where } from './where.ts';

export interface SenderFault {
  found: string;
  fix: readonly FixStep[];
}

/** The domain of an address; a domain is returned as it is. */
export function domainOf(sender: string): string {
  return sender.slice(sender.lastIndexOf('@') + 1);
}

const isAddress = (sender: string): boolean => sender.includes('@');

/** Joins the faults of all senders; skips if any may send or none is set (see `identity-not-verified`). */
export async function findForSenders(
  ports: Pick<SendingPorts, 'senders' | 'where'>,
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
 * The sender's identity, and for an address its domain's: SES uses the DKIM and the MAIL FROM of the domain too.
 *
 * https://docs.aws.amazon.com/ses/latest/dg/creating-identities.html
 */
export async function withDomain(
  { identity }: Pick<SendingPorts, 'identity'>,
  sender: string,
): Promise<SesIdentity[]> {
  const names = isAddress(sender) ? [sender, domainOf(sender)] : [sender];
  const found = await Promise.all(names.map((name) => identity(name)));
  return found.filter((one) => one !== null);
}

export const identityNotVerified: Check<SendingPorts> = {
  code: 'identity-not-verified',
  why: 'SES refuses mail from an address or a domain until you have proved that it is yours',
  async find(ports) {
    const senders = await ports.senders();
    if (senders.length === 0) return noSender(await ports.where());
    return findForSenders(
      ports,
      async (sender, where) => verificationFault(sender, await ports.identity(sender), where),
      (all) => `${all.join(', ')}: verified`,
    );
  },
};

function noSender(place: Where) {
  return broken(
    'This deployment has no sender',
    say(
      'Add an address or a domain of yours to postrider.json, such as "senders": ["example.com"], and deploy',
    ),
    run(deployTo(place)),
  );
}

function verificationFault(
  sender: string,
  found: SesIdentity | null,
  where: Where,
): SenderFault | null {
  const { region } = where;
  if (found?.maySend) return null;
  const page = open(consolePage('ses/home', where, `#/identities/${encodeURIComponent(sender)}`));
  if (!found) {
    return {
      found: `SES has no identity ${sender} in ${region}`,
      fix: [say(`Create the identity ${sender}`), create(sender, region)],
    };
  }
  if (isAddress(sender)) {
    return {
      found: `${sender} is not verified: its confirmation link was not opened`,
      fix: [
        say(
          `Open the link in the mail that SES sent to ${sender}; these commands make SES send it again`,
        ),
        run(`aws sesv2 delete-email-identity --email-identity ${sender} --region ${region}`),
        create(sender, region),
      ],
    };
  }
  return {
    found: `${sender} is not verified: SES has not found its DKIM records (${found.verification})`,
    fix: [say(`Create these records in the DNS of ${sender}`), ...dkimRecords(sender, found), page],
  };
}

const create = (sender: string, region: string): FixStep =>
  run(`aws sesv2 create-email-identity --email-identity ${sender} --region ${region}`);

export const dkimMissing: Check<SendingPorts> = {
  code: 'dkim-missing',
  why: "Gmail, Yahoo and Outlook refuse mail, or put it into the spam folder, when the sender's domain has not signed it",
  find: (ports) =>
    findForSenders(
      ports,
      async (sender, where) => dkimFault(sender, await withDomain(ports, sender), where),
      (all) => `Mail from ${all.join(', ')} is signed`,
    ),
};

/** The DNS records that a domain must have before SES signs its mail (Easy DKIM). */
export function dkimRecords(domain: string, { dkim }: Pick<SesIdentity, 'dkim'>): FixStep[] {
  return dkim.tokens.map((token) =>
    record(`${token}._domainkey.${domain} CNAME ${token}.${dkim.zone}`),
  );
}

function dkimFault(sender: string, found: SesIdentity[], place: Where): SenderFault | null {
  const { region } = place;
  if (found.length === 0) throw new NotKnown(`SES has no identity ${sender} in ${region}`);
  if (found.some(({ dkim }) => dkim.signing && dkim.status === 'SUCCESS')) return null;
  const domain = domainOf(sender);
  const domainIdentity = found.at(-1);
  if (isAddress(sender) && found.length < 2) {
    return {
      found: `Mail from ${sender} is not signed by ${domain}`,
      fix: [
        say(
          `Add the domain to postrider.json, "senders": ["${sender}", "${domain}"], and deploy; doctor then shows the DNS records to create`,
        ),
        run(deployTo(place)),
      ],
    };
  }
  if (domainIdentity?.dkim.status === 'SUCCESS') {
    return {
      found: `DKIM is switched off for ${domain}`,
      fix: [
        say('Switch it on'),
        run(
          `aws sesv2 put-email-identity-dkim-attributes --email-identity ${domain} --signing-enabled --region ${region}`,
        ),
      ],
    };
  }
  return {
    found: `The DKIM records of ${domain} are missing or wrong (${domainIdentity?.dkim.status})`,
    fix: [
      say(`Create these records in the DNS of ${domain}; SES looks for them for 72 hours`),
      ...(domainIdentity ? dkimRecords(domain, domainIdentity) : []),
    ],
  };
}
