import type { SesIdentity } from '../../adapters/ses/ses-setup.ts';
import { type Check, type FixStep, record, run, say } from './check.ts';
import {
  domainOf,
  findForSenders,
  type IdentityPorts,
  isAddress,
  type SenderFault,
  withDomain,
} from './identities.ts';
import { NotKnown } from './not-known.ts';
import { deployTo, type Where } from './where.ts';

export const dkimMissing: Check<IdentityPorts> = {
  code: 'dkim-missing',
  why: "Gmail, Yahoo and Outlook refuse mail, or put it into the spam folder, when the sender's domain has not signed it",
  find: (ports) =>
    findForSenders(
      ports,
      async (sender, where) => faultOf(sender, await withDomain(ports, sender), where),
      (all) => `Mail from ${all.join(', ')} is signed`,
    ),
};

/** The DNS records that a domain must have before SES signs its mail (Easy DKIM). */
export function dkimRecords(domain: string, { dkim }: Pick<SesIdentity, 'dkim'>): FixStep[] {
  return dkim.tokens.map((token) =>
    record(`${token}._domainkey.${domain} CNAME ${token}.${dkim.zone}`),
  );
}

function faultOf(sender: string, found: SesIdentity[], place: Where): SenderFault | null {
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
