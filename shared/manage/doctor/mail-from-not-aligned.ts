import type { SesIdentity } from '../../adapters/ses/ses-setup.ts';
import { type Check, type FixStep, record, run, say } from './check.ts';
import {
  domainOf,
  findForSenders,
  type IdentityPorts,
  type SenderFault,
  withDomain,
} from './identities.ts';
import { NotKnown } from './not-known.ts';
import { deployTo, type Where } from './where.ts';

/**
 * SPF counts for DMARC only if the domain that bounces go to is the sender's (RFC 7489 §3.1.2).
 *
 * https://docs.aws.amazon.com/ses/latest/dg/mail-from.html
 */
export const mailFromNotAligned: Check<IdentityPorts> = {
  code: 'mail-from-not-aligned',
  why: "Without it SPF covers Amazon's domain and not yours, so DMARC depends on DKIM alone",
  find: (ports) =>
    findForSenders(
      ports,
      async (sender, where) => faultOf(sender, await withDomain(ports, sender), where),
      (all) => `Mail from ${all.join(', ')} has a MAIL FROM domain of its own`,
    ),
};

function faultOf(sender: string, found: SesIdentity[], place: Where): SenderFault | null {
  const { region } = place;
  if (found.length === 0) throw new NotKnown(`SES has no identity ${sender} in ${region}`);
  const domain = domainOf(sender);
  const all = found.flatMap(({ mailFrom }) => (mailFrom ? [mailFrom] : []));
  const own = all.filter((each) => each.domain.endsWith(`.${domain}`));
  if (own.some(({ status }) => status === 'SUCCESS')) return null;
  const [pending] = own;
  if (pending) {
    return {
      found: `SES has not found the records of the MAIL FROM domain ${pending.domain} (${pending.status})`,
      fix: [
        say(`Create these records in the DNS of ${domain}`),
        ...mailFromRecords(pending.domain, region),
      ],
    };
  }
  const proposed = `mail.${domain}`;
  const [other] = all;
  return {
    found: other
      ? `The MAIL FROM domain of ${sender}, ${other.domain}, is not a subdomain of ${domain}`
      : `${sender} has no MAIL FROM domain of its own`,
    fix: [
      say(
        `Put "identities": {"${domain}": {"mailFrom": "${proposed}"}} into postrider.json, with ${domain} among the senders, and deploy; use ${proposed} for nothing else`,
      ),
      run(deployTo(place)),
      say(`Then create these records in the DNS of ${domain}`),
      ...mailFromRecords(proposed, region),
    ],
  };
}

function mailFromRecords(domain: string, region: string): FixStep[] {
  return [
    record(`${domain} MX 10 feedback-smtp.${region}.amazonses.com`),
    record(`${domain} TXT "v=spf1 include:amazonses.com ~all"`),
  ];
}
