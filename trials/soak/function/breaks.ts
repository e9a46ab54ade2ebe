import type { EventPorts } from '../../../functions/events/run.ts';
import type { ExecutePorts } from '../../../functions/execute/run.ts';
import { Deadline } from '../../../shared/deadline.ts';
import { recordFirst, replaysFailed, scheduledBreaks } from '../scheduled/breaks.ts';
import { webhookBreaks } from '../webhooks/breaks.ts';

/**
 * Ways to break the promises of sends on purpose, to show that the run notices each:
 * - `retries`: a send whose answer was lost is sent again, as an SDK client does by default;
 * - `no-claim`: every request believes that it holds its Idempotency-Key;
 * - `optimist`: a lost answer counts as an accepted mail;
 * - `pessimist`: a lost answer counts as a refusal, which frees the key;
 * - `no-record`: SES is called although the record was not written;
 * - `no-lease`: an attempt that died counts as running for ever;
 * - `no-deadline`: the calls of a request have their limits, but the request has none;
 * - `free-any`: an attempt that cannot record its send frees a key that it took over, and records no failure;
 * - `trusting`: every address that a bounce or a complaint names is suppressed;
 * - `forgetful`: a report is acknowledged but not recorded.
 */
export const functionBreaks = [
  'retries',
  'no-claim',
  'optimist',
  'pessimist',
  'no-record',
  'no-lease',
  'no-deadline',
  'free-any',
  'trusting',
  'forgetful',
] as const;

/**
 * Of the part `batch`:
 * - `batch-no-claim`: every request believes that its Idempotency-Key is new.
 */
export const batchBreaks = ['batch-no-claim'] as const;

/** Every break; each concerns one part of the run. */
export const breaks = [
  ...functionBreaks,
  ...scheduledBreaks,
  ...batchBreaks,
  ...webhookBreaks,
] as const;

export type Break = (typeof breaks)[number];

/** The deadline of a request; with `no-deadline`, a deadline that never comes. */
export function breakDeadline(deadline: Deadline, broken: Break | null): Deadline {
  return broken === 'no-deadline' ? Deadline.in(1_000_000) : deadline;
}

/** The ports of a request with one part broken; with null, unchanged. */
export function breakPorts(ports: ExecutePorts, broken: Break | null): ExecutePorts {
  const change = broken === null ? undefined : ofExecute[broken];
  return change ? { ...ports, ...change(ports) } : ports;
}

/** The ports of a report with one part broken; with null, unchanged. */
export function breakEventPorts(ports: EventPorts, broken: Break | null): EventPorts {
  const change = broken === null ? undefined : ofEvents[broken];
  return change ? { ...ports, ...change(ports) } : ports;
}

/** A store that gives each request its Idempotency-Key. */
export const forgetClaims = (store: ExecutePorts['store']): ExecutePorts['store'] => ({
  ...store,
  readClaimAndSuppressed: async (accountId, _, addresses) =>
    store.readClaimAndSuppressed(accountId, null, addresses),
  writeClaim: async (_, __, claim) => claim,
});

const ofExecute: { [broken in Break]?: (ports: ExecutePorts) => Partial<ExecutePorts> } = {
  retries: ({ sendMail }) => ({
    sendMail: async (mail) => {
      let result = await sendMail(mail);
      for (let tries = 1; tries < 3 && result.outcome === 'unknown'; tries++) {
        result = await sendMail(mail);
      }
      return result;
    },
  }),
  'no-claim': ({ store }) => ({ store: forgetClaims(store) }),
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
  'record-first': recordFirst,
  'replays-failed': replaysFailed,
  'free-any': ({ store }) => {
    let takenOver: string | undefined;
    return {
      store: {
        ...store,
        takeOverClaim: (accountId, keyHash, ...claims) => {
          takenOver = keyHash;
          return store.takeOverClaim(accountId, keyHash, ...claims);
        },
        writeFailure: async (record) => {
          if (takenOver) await store.freeClaim(record.accountId, takenOver, record.owner);
        },
      },
    };
  },
};

const ofEvents: { [broken in Break]?: (ports: EventPorts) => Partial<EventPorts> } = {
  trusting: ({ recordEvent }) => ({
    recordEvent: async (accountId, messageId, event) => {
      const recorded = await recordEvent(accountId, messageId, event);
      if (recorded.outcome === 'no such message') return recorded;
      const recipients = event.addresses.map((address) => ({ address }));
      return { ...recorded, message: { ...recorded.message, recipients } };
    },
  }),
  forgetful: () => ({
    recordEvent: async () => ({ outcome: 'recorded', message: { recipients: [] } }),
  }),
};
