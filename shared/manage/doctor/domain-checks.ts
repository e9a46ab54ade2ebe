import type { SesIdentity } from '../../adapters/ses/ses-told.ts';
import { type Check, type FixStep, record, run, say } from './check.ts';
import { domainOf, findForSenders, type SenderFault, withDomain } from './identity-checks.ts';
import { NotKnown } from './not-known.ts';
import type { SendingPorts } from './sending-ports.ts';
import { deployTo, type Where } from './where.ts';

/**
 * SPF counts for DMARC only if the domain that bounces go to is the sender's (RFC 7489 §3.1.2).
 *
 * https://docs.aws.amazon.com/ses/latest/dg/mail-from.html
 */
export const mailFromNotAligned: Check<SendingPorts> = {
  code: 'mail-from-not-aligned',
  why: "Without it SPF covers Amazon's domain and not yours, so DMARC depends on DKIM alone",
  find: (ports) =>
    findForSenders(
      ports,
      async (sender, where) => mailFromFault(sender, await withDomain(ports, sender), where),
      (all) => `Mail from ${all.join(', ')} has a MAIL FROM domain of its own`,
    ),
};

function mailFromFault(sender: string, found: SesIdentity[], place: Where): SenderFault | null {
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

/** Only a record that begins with this tag is a DMARC record (RFC 7489 §6.3). */
const isDmarc = (text: string) => /^v=DMARC1\s*(;|$)/.test(text);

export const dmarcAbsent: Check<SendingPorts> = {
  code: 'dmarc-absent',
  why: 'Gmail and Yahoo require a DMARC record from large senders; without one, others can send mail in the name of the domain',
  find: (ports) => {
    const seen = new Map<string, Promise<SenderFault | null>>();
    return findForSenders(
      ports,
      async (sender) => {
        const domain = domainOf(sender).toLowerCase();
        // Two addresses of one domain share its record, so the fault is reported once.
        if (seen.has(domain)) return null;
        const fault = dmarcFault(domain, ports.txtRecords);
        seen.set(domain, fault);
        return fault;
      },
      (all) => `DMARC records found: ${[...new Set(all.map(domainOf))].join(', ')}`,
    );
  },
};

async function dmarcFault(
  domain: string,
  txtRecords: SendingPorts['txtRecords'],
): Promise<SenderFault | null> {
  const names = withParents(domain).map((name) => `_dmarc.${name}`);
  const answers = await Promise.all(names.map((name) => txtRecords(name)));
  for (const [at, answer] of answers.entries()) {
    const name = names[at];
    if (answer === 'no answer') throw new NotKnown(`DNS did not answer for ${name}`);
    const found = typeof answer === 'string' ? [] : answer.records.filter(isDmarc);
    if (found.length === 1) return null;
    if (found.length > 1) {
      return {
        found: `${name} has ${found.length} DMARC records, so mail servers ignore them all`,
        fix: [
          say('Keep only one of them'),
          ...found.map((text) => record(`${name} TXT "${text}"`)),
        ],
      };
    }
  }
  return {
    found: `${domain} has no DMARC record`,
    fix: [
      say(`Create this record in the DNS of ${domain}; its policy p=none does not affect any mail`),
      record(`_dmarc.${domain} TXT "v=DMARC1; p=none"`),
    ],
  };
}

/** A domain and its parents: DMARC falls back to the organizational domain's record (RFC 7489 §6.6.3). */
function withParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}
