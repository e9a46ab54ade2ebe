import type { IdentityStatus } from '../adapters/ses/ses-identities.ts';

/** What the deployment may send from, as its provider sees it. */
export interface Sender {
  /** An address, a domain, or `*` for any. */
  identity: string;
  status: 'verified' | 'pending' | 'failed' | 'unknown';
  /** What to do about it; null where nothing is to be done. */
  advice: string | null;
}

export interface SenderList {
  senders: Sender[];
  /** Why the status of some is unknown. */
  fault?: unknown;
}

/**
 * The identities that the deployment may send from, in the order of its settings, each with its
 * status. One whose status cannot be had just now is `unknown`, and the others are told all the same.
 */
export async function listSenders(
  identities: readonly string[],
  statusOf: (identity: string) => Promise<IdentityStatus>,
): Promise<SenderList> {
  let fault: unknown;
  const senders = await Promise.all(
    identities.map(async (identity): Promise<Sender> => {
      if (identity === '*') return { identity, status: 'verified', advice: null };
      try {
        return { identity, ...told(identity, await statusOf(identity)) };
      } catch (error) {
        fault = error;
        return { identity, status: 'unknown', advice: 'SES did not tell: look again in a minute' };
      }
    }),
  );
  return { senders, ...(fault !== undefined && { fault }) };
}

function told(identity: string, status: IdentityStatus): Omit<Sender, 'identity'> {
  const isAddress = identity.includes('@');
  switch (status) {
    case 'verified':
      return { status, advice: null };
    case 'pending':
      return { status, advice: isAddress ? openTheLink : setTheRecords };
    case 'failed':
      return { status, advice: isAddress ? askAgain : checkTheRecords };
    case 'absent':
      return {
        status: 'failed',
        advice: 'SES has no such identity in this region: create it there',
      };
  }
}

const openTheLink = 'Open the link in the mail that SES has sent to this address';
const askAgain =
  'The link was not opened within 24 hours: delete the identity at SES and create it again';
const setTheRecords =
  'Set the three CNAME records that SES shows for this domain; it looks for them for up to 72 hours';
const checkTheRecords =
  'SES did not find the CNAME records of this domain: compare them with what SES shows, then create the identity again';
