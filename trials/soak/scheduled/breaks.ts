import type { DuePorts } from '../../../functions/due/run.ts';
import type { ExecutePorts } from '../../../functions/execute/run.ts';
import type { QueueWakeUps } from '../../../shared/adapters/later.ts';
import type { Later } from '../../../shared/later.ts';

/**
 * Ways to break the promises of scheduled messages on purpose, to show that the run notices each:
 * - `unasked`: a wake-up sends although another one, or a cancel, came first;
 * - `takes-over`: a wake-up sends a message again whose attempt has stopped;
 * - `record-first`: the record is written before its wake-up is asked for;
 * - `no-second-call`: no other wake-up is asked for after SES refused a mail for its rate;
 * - `late-reads`: a wake-up reads the suppressed addresses without ConsistentRead;
 * - `replays-failed`: a repeat gets the answer of a message that FAILED, until its claim is deleted;
 * - `no-sweep`: a sweep finds overdue messages, and wakes none.
 */
export const scheduledBreaks = [
  'unasked',
  'takes-over',
  'record-first',
  'no-second-call',
  'late-reads',
  'replays-failed',
  'no-sweep',
] as const;

/** The ports of a wake-up with one part broken; with another break, unchanged. */
export function breakDuePorts(ports: DuePorts, broken: string | null): DuePorts {
  const { store } = ports;
  const asThoughFirst: DuePorts['store']['beginScheduled'] = async (message, ...begin) =>
    (await store.beginScheduled(message, ...begin)) ??
    store.readMessage(message.accountId, message.messageId);
  switch (broken) {
    case 'unasked':
      return { ...ports, store: { ...store, beginScheduled: asThoughFirst } };
    case 'takes-over':
      return {
        ...ports,
        store: {
          ...store,
          beginScheduled: asThoughFirst,
          readMessage: async (...asked) => {
            const message = await store.readMessage(...asked);
            const isStopped =
              message?.state === 'SENDING' && message.leaseUntilMs <= ports.epochMs();
            return isStopped ? { ...message, state: 'SCHEDULED' } : message;
          },
        },
      };
    case 'no-second-call':
      return { ...ports, later: async () => undefined };
    case 'late-reads':
      return {
        ...ports,
        store: {
          ...store,
          readClaimAndSuppressed: (accountId, keyHash, addresses) =>
            store.readClaimAndSuppressed(accountId, keyHash, addresses),
        },
      };
    default:
      return ports;
  }
}

/** The wake-ups of a sweep; with `no-sweep`, it asks for none. */
export function breakSweepLater(queues: QueueWakeUps, broken: string | null): QueueWakeUps {
  return broken === 'no-sweep' ? { ...queues, later: async () => undefined } : queues;
}

/** Changes the ports of a request, so that a message that FAILED still counts as scheduled. */
export const replaysFailed = ({ store }: ExecutePorts): Partial<ExecutePorts> => ({
  store: {
    ...store,
    readMessage: async (...asked) => {
      const message = await store.readMessage(...asked);
      return message?.answer ? { ...message, state: 'SCHEDULED' } : message;
    },
  },
});

/** Changes the ports of a request, so that its wake-up is asked for after its record is written. */
export function recordFirst({ store, later }: ExecutePorts): Partial<ExecutePorts> {
  if (later === null) return {};
  let wakeUp: Parameters<Later> | undefined;
  return {
    later: async (...asked) => {
      wakeUp = asked;
    },
    store: {
      ...store,
      beginMessage: async (record) => {
        const isFirst = await store.beginMessage(record);
        if (wakeUp) await later(...wakeUp);
        return isFirst;
      },
    },
  };
}
