import type { OverduePage } from '../../shared/adapters/tables/pending-table.ts';
import type { MayBeSent } from '../../shared/adapters/tables/restored.ts';
import { inParallel } from '../../shared/manage/parallel.ts';
import type { MessagePlace, MessageStore } from '../../shared/message/message-store.ts';
import type { DuePorts } from './run.ts';
import { dueClockMs } from './wake-again.ts';

export interface SweepPorts
  extends Pick<DuePorts, 'later' | 'epochMs' | 'fastForwardMs' | 'deadline'> {
  store: Pick<MessageStore, 'readMessage'>;
  /** About how many wake-ups the queue could give now. */
  readyWakeUps: () => Promise<number>;
  readMayBeSent: () => Promise<MayBeSent>;
  /** The partitions with messages of all accounts. */
  partitions: () => Promise<string[]>;
  overduePage: (partition: string, until: string, after?: string) => Promise<OverduePage>;
  /** Called with each error that keeps one message from being looked at. */
  tellFault: (error: unknown) => void;
}

/** Where a sweep begins: at a partition, after the sort key of a pending request in it. */
export interface SweepFrom {
  partition: string;
  after?: string | undefined;
}

export interface Swept {
  /** `busy`: nothing was looked at, because overdue messages may wait in the queue. */
  outcome: 'swept' | 'overdue' | 'busy';
  /** How many messages are still SCHEDULED although nothing has tried to send them since their time. */
  overdue: number;
  /** How many messages were woken up. */
  woken: number;
}

/** A schedule may be a minute late. Doctor counts messages as overdue from then on, too. */
const overdueMs = 15 * 60_000;

/** With more wake-ups than these, the queue is not worked off within seconds. */
const manyReady = 100;

/** How long a page of 250 messages takes at most. */
const pageMs = 5000;

/**
 * Wakes up the messages whose wake-ups were lost: those that are overdue and were not tried lately. It does not wake one
 * that may have been sent: a person decides about that. If its time does not suffice, it asks for another sweep, which
 * goes on where it ends.
 */
export async function sweep(from: SweepFrom, ports: SweepPorts): Promise<Swept> {
  const swept: Swept = { outcome: 'swept', overdue: 0, woken: 0 };
  const begins = from.partition === '';
  if (begins && (await ports.readyWakeUps()) > manyReady) return { ...swept, outcome: 'busy' };
  const mayBeSent = await ports.readMayBeSent();
  const until = new Date(dueClockMs(ports) - overdueMs).toISOString();
  for (const partition of (await ports.partitions()).sort()) {
    if (partition < from.partition) continue;
    let after = partition === from.partition ? from.after : undefined;
    do {
      if (ports.deadline.leftMs() < pageMs) {
        const rest = { sweep: { partition, after } };
        await ports.later('due', rest, dueClockMs(ports), 'sweep');
        return swept;
      }
      const page = await ports.overduePage(partition, until, after);
      await inParallel(page.messages, (message) =>
        wake(message, swept, mayBeSent, ports).catch(ports.tellFault),
      );
      after = page.next;
    } while (after !== undefined);
  }
  return swept;
}

async function wake(
  place: MessagePlace,
  swept: Swept,
  mayBeSent: MayBeSent,
  { store, later, ...clock }: SweepPorts,
): Promise<void> {
  const record = await store.readMessage(place.accountId, place.messageId);
  // An attempt was made, and another wake-up was asked for.
  if (record !== null && record.leaseUntilMs > clock.epochMs() - overdueMs) return;
  if (record?.state === 'SCHEDULED') {
    Object.assign(swept, { outcome: 'overdue', overdue: swept.overdue + 1 });
    if (mayBeSent(place.messageId)) return;
  }
  await later('due', { ...place }, dueClockMs(clock), 'sweep');
  swept.woken++;
}
