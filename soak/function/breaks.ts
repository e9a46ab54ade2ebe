import type { ExecutePorts } from '../../functions/execute/run.ts';

/**
 * Ways to break the promise on purpose, to show that the run notices each:
 * - `retries`: a send whose answer was lost is sent again, as an SDK client left to itself does;
 * - `no-claim`: every request believes that it holds its Idempotency-Key;
 * - `optimist`: a lost answer is taken for an accepted mail;
 * - `pessimist`: a lost answer is taken for a refusal, which frees the key;
 * - `no-record`: SES is called though the record was not written;
 * - `no-lease`: an attempt that died is taken for one that runs, for ever.
 */
export const breaks = [
  'retries',
  'no-claim',
  'optimist',
  'pessimist',
  'no-record',
  'no-lease',
] as const;

export type Break = (typeof breaks)[number];

/** The ports with one part broken; with null as they are. */
export function breakPorts(ports: ExecutePorts, broken: Break | null): ExecutePorts {
  return broken === null ? ports : { ...ports, ...replacements[broken](ports) };
}

const replacements: Record<Break, (ports: ExecutePorts) => Partial<ExecutePorts>> = {
  retries: ({ sendMail }) => ({
    sendMail: async (mail) => {
      let result = await sendMail(mail);
      for (let tries = 1; tries < 3 && result.outcome === 'unknown'; tries++) {
        result = await sendMail(mail);
      }
      return result;
    },
  }),
  'no-claim': ({ store }) => ({
    store: {
      ...store,
      readClaimAndSuppressed: async (accountId, _, addresses) =>
        store.readClaimAndSuppressed(accountId, null, addresses),
      writeClaim: async (_, __, claim) => claim,
    },
  }),
  optimist: ({ sendMail }) => ({
    sendMail: async (mail) => {
      const result = await sendMail(mail);
      return result.outcome === 'unknown' ? { outcome: 'sent', messageId: 'surely' } : result;
    },
  }),
  pessimist: ({ sendMail }) => ({
    sendMail: async (mail) => {
      const result = await sendMail(mail);
      return result.outcome === 'unknown' ? { outcome: 'refused', error: 'surely not' } : result;
    },
  }),
  'no-record': ({ store }) => ({ store: { ...store, beginMessage: async () => true } }),
  'no-lease': ({ store }) => ({
    store: {
      ...store,
      readClaimAndSuppressed: async (...asked) => {
        const known = await store.readClaimAndSuppressed(...asked);
        return { ...known, claim: known.claim && { ...known.claim, leaseUntilMs: Infinity } };
      },
      readMessage: async (...asked) => {
        const message = await store.readMessage(...asked);
        return message && { ...message, leaseUntilMs: Infinity };
      },
    },
  }),
};
