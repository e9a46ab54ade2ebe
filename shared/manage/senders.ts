import type { SesIdentity, SesSetup } from '../adapters/ses/ses-told.ts';

/** An identity that the deployment may send from, with its status at SES. */
export interface Sender {
  /** An address, a domain, or `*` for any. */
  identity: string;
  status: 'verified' | 'pending' | 'failed' | 'unknown';
  /** What to do about it; null if there is nothing to do. */
  advice: string | null;
  /** The DNS records of a domain; empty for an address. */
  records: SenderRecord[];
}

export interface SenderRecord {
  purpose: 'DKIM' | 'MAIL FROM' | 'SPF' | 'DMARC';
  type: 'CNAME' | 'MX' | 'TXT';
  name: string;
  value: string;
  /** `proposed`: SES does not look for it, and a record of the domain's owner may differ. */
  state: 'found' | 'missing' | 'proposed';
}

export interface SenderList {
  senders: Sender[];
  /** The error that left the status of some senders `unknown`. */
  fault?: unknown;
}

/** The senders in the order of the settings. Only with SES's `region` they have records. If SES does not answer for one, its status is `unknown`. */
export async function listSenders(
  identities: readonly string[],
  askSes: SesSetup['identity'],
  region?: string,
): Promise<SenderList> {
  let fault: unknown;
  const senders = await Promise.all(
    identities.map(async (identity): Promise<Sender> => {
      if (identity === '*') return { identity, status: 'verified', advice: null, records: [] };
      try {
        const found = await askSes(identity);
        return {
          identity,
          ...statusOf(identity, found),
          records: recordsOf(identity, found, region),
        };
      } catch (error) {
        fault = error;
        return {
          identity,
          status: 'unknown',
          advice: 'SES did not answer: look again in a minute',
          records: [],
        };
      }
    }),
  );
  return { senders, ...(fault !== undefined && { fault }) };
}

function statusOf(identity: string, found: SesIdentity | null): Pick<Sender, 'status' | 'advice'> {
  const isAddress = identity.includes('@');
  if (!found) {
    const advice = 'SES has no such identity in this region: create it there';
    return { status: 'failed', advice };
  }
  if (found.maySend) return { status: 'verified', advice: null };
  const status = found.verification === 'FAILED' ? 'failed' : 'pending';
  return { status, advice: isAddress ? openTheLink : setTheRecords };
}

/** What SES looks for in the DNS of a domain, and a DMARC record that affects no mail. */
function recordsOf(
  domain: string,
  found: SesIdentity | null,
  region: string | undefined,
): SenderRecord[] {
  if (found === null || region === undefined || domain.includes('@')) return [];
  const { dkim, mailFrom } = found;
  const stateOf = (status: string): SenderRecord['state'] =>
    status === 'SUCCESS' ? 'found' : 'missing';
  const own = mailFrom && { name: mailFrom.domain, state: stateOf(mailFrom.status) };
  return [
    ...dkim.tokens.map(
      (token): SenderRecord => ({
        ...{ purpose: 'DKIM', type: 'CNAME', name: `${token}._domainkey.${domain}` },
        ...{ value: `${token}.${dkim.zone}`, state: stateOf(dkim.status) },
      }),
    ),
    ...(own
      ? ([
          {
            purpose: 'MAIL FROM',
            type: 'MX',
            value: `10 feedback-smtp.${region}.amazonses.com`,
            ...own,
          },
          { purpose: 'SPF', type: 'TXT', value: 'v=spf1 include:amazonses.com ~all', ...own },
        ] as const)
      : []),
    {
      ...{ purpose: 'DMARC', type: 'TXT', name: `_dmarc.${domain}` },
      ...{ value: 'v=DMARC1; p=none', state: 'proposed' },
    },
  ];
}

const openTheLink =
  'Open the link in the mail that SES has sent to this address; after 24 hours, delete the identity at SES and create it again';
const setTheRecords =
  'Set the three CNAME records that SES shows for this domain; SES looks for them for 72 hours, then create the identity again';
