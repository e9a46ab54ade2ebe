import type { LookupAnswer } from '../../engine/verify/domain-verdict.ts';
import { type Check, record, say } from './check.ts';
import { domainOf, findForSenders, type IdentityPorts, type SenderFault } from './identities.ts';
import { NotKnown } from './not-known.ts';

export interface DmarcPorts extends IdentityPorts {
  /** The TXT records of a name in DNS. */
  txtRecords: (name: string) => Promise<LookupAnswer>;
}

/** Only a record that begins with this tag is a DMARC record (RFC 7489 §6.3). */
const isDmarc = (text: string) => /^v=DMARC1\s*(;|$)/.test(text);

export const dmarcAbsent: Check<DmarcPorts> = {
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
        const fault = faultOf(domain, ports.txtRecords);
        seen.set(domain, fault);
        return fault;
      },
      (all) => `DMARC records found: ${[...new Set(all.map(domainOf))].join(', ')}`,
    );
  },
};

async function faultOf(
  domain: string,
  txtRecords: DmarcPorts['txtRecords'],
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

/**
 * A domain and its parent domains with at least two labels. If a domain has no record of its own, the
 * record of its organizational domain counts (RFC 7489 §6.6.3), which is one of these.
 */
function withParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}
