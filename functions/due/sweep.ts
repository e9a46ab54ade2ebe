import type { QueueWakeUps } from '../../shared/adapters/later.ts';
import { listAccounts } from '../../shared/adapters/tables/accounts-table.ts';
import type { Table } from '../../shared/adapters/tables/dynamodb.ts';
import { messagePartitions, testPartition } from '../../shared/adapters/tables/message-item.ts';
import { readMessage } from '../../shared/adapters/tables/messages-table.ts';
import { readPendingPage } from '../../shared/adapters/tables/pending-table.ts';
import { readMayBeSent } from '../../shared/adapters/tables/restored.ts';
import { causesOf, type LogEnd } from '../../shared/http/log-line.ts';
import { inParallel } from '../../shared/manage/parallel.ts';
import { dueClockMs } from './ends.ts';
import type { DuePorts } from './run.ts';

export interface SweepPorts
  extends Pick<DuePorts, 'epochMs' | 'fastForwardMs' | 'deadline'>,
    Pick<QueueWakeUps, 'later' | 'ready'> {
  accounts: Table;
  messages: Table;
  limit?: number;
}

/** The position where a sweep begins: a partition, and the sort key of the last pending request before it. */
export interface SweepFrom {
  partition: string;
  after?: string | undefined;
}

/** A message is overdue this long after its time: a schedule may be a minute late. Doctor uses the same limit. */
const overdueMs = 15 * 60_000;

/** If the queue holds more wake-ups, it takes longer than seconds to empty it. */
const manyReady = 100;

const pageMs = 5000;

/**
 * Wakes overdue messages, except those that may have been sent. Out of time, it requests a sweep from the same place.
 * `busy`: it checked none, because overdue messages may wait in the queue.
 */
export async function sweep(
  from: SweepFrom,
  { accounts, messages, later, ready, deadline, epochMs, fastForwardMs, limit = 250 }: SweepPorts,
): Promise<LogEnd> {
  if (from.partition === '' && (await ready('due')) > manyReady) return { outcome: 'busy' };
  const mayBeSent = await readMayBeSent(messages);
  const dueMs = dueClockMs({ epochMs, fastForwardMs });
  const until = new Date(dueMs - overdueMs).toISOString();
  const found = { overdue: 0, woken: 0 };
  let causes: string[] | undefined;
  const wake = async (accountId: string, messageId: string) => {
    const record = await readMessage(messages, accountId, messageId);
    // An attempt was made, and asked for another wake-up.
    if (record !== null && record.leaseUntilMs > epochMs() - overdueMs) return;
    if (record?.state === 'SCHEDULED') {
      found.overdue++;
      if (mayBeSent(messageId)) return;
    }
    await later('due', { accountId, messageId }, dueMs, messageId);
    found.woken++;
  };
  const end = () => ({ outcome: found.overdue > 0 ? 'overdue' : 'swept', ...found, causes });
  for (const partition of await partitionsOf(accounts)) {
    if (partition < from.partition) continue;
    const [accountId = ''] = partition.split('#');
    let after = partition === from.partition ? from.after : undefined;
    do {
      if (deadline.leftMs() < pageMs) {
        await later('due', { sweep: { partition, after } }, dueMs, 'sweep');
        return end();
      }
      const query = { until, after, limit, mayBeLate: true };
      const { pending, next } = await readPendingPage(messages, partition, query);
      await inParallel(pending, ({ messageId }) =>
        // A message that fails must not stop the sweep.
        wake(accountId, messageId).catch((error) => {
          causes = causesOf(error);
        }),
      );
      after = next;
    } while (after !== undefined);
  }
  return end();
}

/** The partitions of the messages of all accounts, in the same order for every sweep. */
async function partitionsOf(accounts: Table): Promise<string[]> {
  const partitions = (await listAccounts(accounts)).map(({ accountId, messageParts = 1 }) => [
    ...messagePartitions(accountId, messageParts),
    testPartition(accountId),
  ]);
  return partitions.flat().sort();
}
