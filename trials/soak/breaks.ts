import type { BatchPorts } from '../../functions/batch/run.ts';
import type { DuePorts } from '../../functions/due/run.ts';
import type { SweepPorts } from '../../functions/due/sweep.ts';
import type { EventPorts } from '../../functions/events/run.ts';
import type { ExecutePorts } from '../../functions/execute/run.ts';
import type { Delivery } from '../../functions/webhooks/delivery.ts';
import type { Posted } from '../../shared/adapters/webhook-http.ts';
import type { Later } from '../../shared/later.ts';
import type { SendOutcome } from '../../shared/message/send-outcome.ts';
import type { Announcer } from '../../shared/webhook/announce.ts';
import type { PartName } from './part.ts';

/** A way to break a promise on purpose, to show that the run notices it. It changes the ports of one use case. */
export interface Break {
  /** The part that notices it. */
  part: PartName;
  /** Whether only long runs notice it (docs/soak.md). */
  needsLongRun?: true;
  execute?: (ports: ExecutePorts) => Partial<ExecutePorts>;
  batch?: (ports: BatchPorts) => Partial<BatchPorts>;
  events?: (ports: EventPorts) => Partial<EventPorts>;
  due?: (ports: DuePorts) => Partial<DuePorts>;
  sweep?: (ports: SweepPorts) => Partial<SweepPorts>;
  announcer?: (announcer: Announcer) => Announcer;
  delivery?: (delivery: Delivery) => Delivery;
  posted?: (posted: Posted) => Promise<Posted> | undefined;
}

type Store = ExecutePorts['store'];

/** Every break. Typed by its names; the parts run them in this order. */
export const breaks = {
  /** A send whose answer was lost is sent again, as an SDK client does by default. */
  retries: {
    part: 'function',
    execute: ({ sendMail }) => ({
      sendMail: async (mail) => {
        let result = await sendMail(mail);
        for (let tries = 1; tries < 3 && result.outcome === 'unknown'; tries++) {
          result = await sendMail(mail);
        }
        return result;
      },
    }),
  },
  /** Every request believes that it holds its Idempotency-Key. */
  'no-claim': { part: 'function', execute: inStore(forgetClaims) },
  /** A lost answer counts as an accepted mail. */
  optimist: { part: 'function', execute: ifUnknown({ outcome: 'sent', messageId: 'surely' }) },
  /** A lost answer counts as a refusal, which frees the key. */
  pessimist: { part: 'function', execute: ifUnknown({ outcome: 'refused', error: 'surely not' }) },
  /** SES is called although the record was not written. */
  'no-record': {
    part: 'function',
    execute: inStore<Store>(() => ({ beginMessage: async () => true })),
  },
  /** An attempt that died counts as running for ever. */
  'no-lease': { part: 'function', execute: inStore(neverEnd) },
  /** The request has no time limit; only its calls have limits. See `worker.ts`. */
  'no-deadline': { part: 'function', needsLongRun: true },
  /** An attempt that cannot record its send frees a key that it took over, and records no failure. */
  'free-any': {
    part: 'function',
    needsLongRun: true,
    execute: inStore<Store>((store) => {
      let takenOver: string | undefined;
      return {
        takeOverClaim: (accountId, keyHash, ...claims) => {
          takenOver = keyHash;
          return store.takeOverClaim(accountId, keyHash, ...claims);
        },
        writeFailure: async ({ accountId, owner }) => {
          if (takenOver) await store.freeClaim(accountId, takenOver, owner);
        },
      };
    }),
  },
  /** Every address that a bounce or a complaint names is suppressed. */
  trusting: {
    part: 'function',
    events: ({ recordEvent }) => ({
      recordEvent: async (accountId, messageId, event) => {
        const recorded = await recordEvent(accountId, messageId, event);
        if (recorded.outcome === 'no such message') return recorded;
        const recipients = event.addresses.map((address) => ({ address }));
        return { ...recorded, message: { ...recorded.message, recipients } };
      },
    }),
  },
  /** A report is acknowledged but not recorded. */
  forgetful: {
    part: 'function',
    events: () => ({
      recordEvent: async () => ({ outcome: 'recorded', message: { recipients: [] } }),
    }),
  },
  /** A wake-up sends although another one, or a cancel, came first. */
  unasked: { part: 'scheduled', due: inStore(alwaysFirst) },
  /** A wake-up sends a message again whose attempt has stopped. */
  'takes-over': {
    part: 'scheduled',
    due: ({ store, epochMs }) => {
      const readMessage: Store['readMessage'] = async (...place) => {
        const message = await store.readMessage(...place);
        const isStopped = message?.state === 'SENDING' && message.leaseUntilMs <= epochMs();
        return isStopped ? { ...message, state: 'SCHEDULED' } : message;
      };
      return { store: { ...store, ...alwaysFirst(store), readMessage } };
    },
  },
  /** The record is written before its wake-up is requested. */
  'record-first': {
    part: 'scheduled',
    execute: ({ store, later }) => {
      if (later === null) return {};
      let wakeUp: Parameters<Later> | undefined;
      const beginMessage: Store['beginMessage'] = async (record) => {
        const isFirst = await store.beginMessage(record);
        if (wakeUp) await later(...wakeUp);
        return isFirst;
      };
      return {
        store: { ...store, beginMessage },
        later: async (...given) => {
          wakeUp = given;
        },
      };
    },
  },
  /** No further wake-up is requested after SES refused a mail because of its rate limit. */
  'no-second-call': { part: 'scheduled', due: () => ({ later: async () => undefined }) },
  /** A wake-up reads the suppressed addresses without ConsistentRead. */
  'late-reads': {
    part: 'scheduled',
    due: inStore<DuePorts['store']>((store) => ({
      readClaimAndSuppressed: (accountId, key, addresses) =>
        store.readClaimAndSuppressed(accountId, key, addresses),
    })),
  },
  /** A repeat gets the answer of a message that FAILED, until its claim is deleted. */
  'replays-failed': {
    part: 'scheduled',
    execute: inStore<Store>((store) => ({
      readMessage: async (...place) => {
        const message = await store.readMessage(...place);
        return message?.answer ? { ...message, state: 'SCHEDULED' } : message;
      },
    })),
  },
  /** A sweep finds overdue messages, and wakes none. */
  'no-sweep': { part: 'scheduled', sweep: () => ({ later: async () => undefined }) },
  /** Every request of a batch believes that its Idempotency-Key is new. */
  'batch-no-claim': { part: 'batch', batch: inStore(forgetClaims) },
  /** An event counts as given to the queue, although the queue failed. */
  mute: {
    part: 'webhooks',
    announcer: ({ report, end, reply }) => ({
      report: (...told) => report(...told).catch(() => undefined),
      end: (...told) => end(...told).catch(() => undefined),
      reply,
    }),
  },
  /** An event that is tried again has another id. */
  'fresh-ids': {
    part: 'webhooks',
    delivery: (delivery) => {
      if (delivery.attempt === 0) return delivery;
      return { ...delivery, eventId: `${delivery.eventId}-${delivery.attempt}` };
    },
  },
  /** A request whose receiver answers 101 never ends. */
  'waits-on-101': {
    part: 'webhooks',
    posted: ({ status }) => (status === 101 ? new Promise(() => undefined) : undefined),
  },
} satisfies Record<string, Break>;

export type BreakName = keyof typeof breaks;

/** Makes a lost answer of SES count as another outcome. */
function ifUnknown(instead: SendOutcome): NonNullable<Break['execute']> {
  return ({ sendMail }) => ({
    sendMail: async (mail) => {
      const result = await sendMail(mail);
      return result.outcome === 'unknown' ? instead : result;
    },
  });
}

/** Changes some functions of the store. */
function inStore<S extends object>(change: (store: S) => Partial<S>) {
  return ({ store }: { store: S }) => ({ store: { ...store, ...change(store) } });
}

/** Gives each request its Idempotency-Key. */
function forgetClaims(store: Pick<Store, 'readClaimAndSuppressed' | 'writeClaim'>): Partial<Store> {
  return {
    readClaimAndSuppressed: (accountId, _, addresses) =>
      store.readClaimAndSuppressed(accountId, null, addresses),
    writeClaim: async (_, __, claim) => claim,
  };
}

/** Lets no lease end. */
function neverEnd(store: Store): Partial<Store> {
  return {
    readClaimAndSuppressed: async (...keys) => {
      const known = await store.readClaimAndSuppressed(...keys);
      return { ...known, claim: known.claim && { ...known.claim, leaseUntilMs: Infinity } };
    },
    readMessage: async (...place) => {
      const message = await store.readMessage(...place);
      return message && { ...message, leaseUntilMs: Infinity };
    },
  };
}

/** Makes each attempt the first. */
function alwaysFirst(store: DuePorts['store']): Partial<DuePorts['store']> {
  return {
    beginScheduled: async (message, ...begin) =>
      (await store.beginScheduled(message, ...begin)) ??
      store.readMessage(message.accountId, message.messageId),
  };
}
