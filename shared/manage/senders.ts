import type { SesIdentity, SesSetup } from '../adapters/ses/ses-told.ts';

/** An identity that the deployment may send from, with its status at SES. */
export interface Sender {
  /** An address, a domain, or `*` for any. */
  identity: string;
  status: 'verified' | 'pending' | 'failed' | 'unknown';
  /** What to do about it; null if there is nothing to do. */
  advice: string | null;
}

export interface SenderList {
  senders: Sender[];
  /** The error that left the status of some senders `unknown`. */
  fault?: unknown;
}

/** The senders in the order of the settings. If SES does not answer for one, its status is `unknown`. */
export async function listSenders(
  identities: readonly string[],
  askSes: SesSetup['identity'],
): Promise<SenderList> {
  let fault: unknown;
  const senders = await Promise.all(
    identities.map(async (identity): Promise<Sender> => {
      if (identity === '*') return { identity, status: 'verified', advice: null };
      try {
        return { identity, ...statusOf(identity, await askSes(identity)) };
      } catch (error) {
        fault = error;
        return {
          identity,
          status: 'unknown',
          advice: 'SES did not answer: look again in a minute',
        };
      }
    }),
  );
  return { senders, ...(fault !== undefined && { fault }) };
}

function statusOf(identity: string, found: SesIdentity | null): Omit<Sender, 'identity'> {
  const isAddress = identity.includes('@');
  if (!found) {
    const advice = 'SES has no such identity in this region: create it there';
    return { status: 'failed', advice };
  }
  if (found.maySend) return { status: 'verified', advice: null };
  const status = found.verification === 'FAILED' ? 'failed' : 'pending';
  return { status, advice: isAddress ? openTheLink : setTheRecords };
}

const openTheLink =
  'Open the link in the mail that SES has sent to this address; after 24 hours, delete the identity at SES and create it again';
const setTheRecords =
  'Set the three CNAME records that SES shows for this domain; SES looks for them for 72 hours, then create the identity again';
