import type { Table } from '../shared/adapters/dynamodb.ts';
import { readMessage } from '../shared/adapters/messages-table.ts';
import { listMessages } from '../shared/adapters/messages-table-lists.ts';
import { listSuppressed } from '../shared/adapters/suppression-table.ts';
import type { ManagePorts } from '../shared/manage/ports.ts';
import { leaseMs, shownState } from '../shared/message/message-states.ts';
import type { Recorded } from './judge.ts';
import type { Kept } from './reports/judge-reports.ts';

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

/** What is kept of the reports: the events of these messages, and whom their accounts do not send to any more. */
export async function readKept(
  { messages }: ManagePorts,
  reported: readonly { accountId: string; messageId: string }[],
): Promise<Kept> {
  const places = new Map(reported.map((place) => [place.messageId, place]));
  const events = new Map<string, string[]>();
  for (const { accountId, messageId } of places.values()) {
    const message = await readMessage(messages, accountId, messageId);
    events.set(messageId, message?.events.map(({ eventId }) => eventId) ?? []);
  }
  const accountIds = new Set(reported.map(({ accountId }) => accountId));
  const suppressed = await Promise.all(
    [...accountIds].map((accountId) => readSuppressions(messages, accountId)),
  );
  return { events, suppressed: suppressed.flat() };
}

async function readSuppressions(messages: Table, accountId: string) {
  const found: { accountId: string; address: string }[] = [];
  let after: string | undefined;
  do {
    const page = await listSuppressed(messages, accountId, after === undefined ? {} : { after });
    found.push(...page.suppressions.map(({ address }) => ({ accountId, address })));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return found;
}
