import { listMessages } from '../shared/adapters/messages-table-lists.ts';
import type { ManagePorts } from '../shared/manage/ports.ts';
import { leaseMs, shownState } from '../shared/message/message-states.ts';
import type { Recorded } from './judge.ts';

/** Every message of an account, as it reads when the lease that its writer had must be over. */
export async function readRecords(
  { messages }: ManagePorts,
  accountId: string,
): Promise<Recorded[]> {
  const records: Recorded[] = [];
  const nowMs = Date.now();
  let before: string | undefined;
  do {
    const page = await listMessages(messages, accountId, { before, limit: 500, nowMs });
    for (const message of page.messages) {
      const { messageId, sesMessageId, createdAt } = message;
      // Not by the clock on the wall: those of the run's requests were ahead of it.
      const state = shownState(message, Date.parse(createdAt) + leaseMs);
      records.push({ messageId, state, sesMessageId });
    }
    before = page.next ?? undefined;
  } while (before !== undefined);
  return records;
}
