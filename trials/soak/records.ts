import type { Table } from '../../shared/adapters/tables/dynamodb.ts';
import { readMessage } from '../../shared/adapters/tables/messages-table.ts';
import { listMessages } from '../../shared/adapters/tables/messages-table-lists.ts';
import { readReports } from '../../shared/adapters/tables/messages-table-reports.ts';
import { listSuppressed } from '../../shared/adapters/tables/suppression-table.ts';
import type { ReportedMessage } from '../../shared/message/message.ts';
import { leaseMs, shownState } from '../../shared/message/message-states.ts';
import type { Recorded } from './judge.ts';
import type { KeptReports } from './reports/judge-reports.ts';

/** Reads every message of an account, with the state that it shows once its lease is over. */
export async function readRecords(messages: Table, accountId: string): Promise<Recorded[]> {
  const records: Recorded[] = [];
  const nowMs = Date.now();
  let before: string | undefined;
  do {
    const page = await listMessages(messages, accountId, { before, limit: 500, nowMs });
    for (const message of page.messages) {
      const { messageId, sesMessageId, createdAt } = message;
      // The real time cannot be used here: the clocks of the run's requests were ahead of it.
      const state = shownState(message, Date.parse(createdAt) + leaseMs);
      records.push({ messageId, state, sesMessageId });
    }
    before = page.next ?? undefined;
  } while (before !== undefined);
  return records;
}

/** Reads a message with all reports on it; null if it has no record. */
export async function readReported(
  messages: Table,
  accountId: string,
  messageId: string,
): Promise<ReportedMessage | null> {
  const message = await readMessage(messages, accountId, messageId);
  return message && readReports(messages, message);
}

/**
 * Reads what the events function recorded of SES's reports: the events of these messages, and the addresses that their
 * accounts suppress.
 */
export async function readKept(
  messages: Table,
  reported: readonly { accountId: string; messageId: string }[],
): Promise<KeptReports> {
  const events = new Map<string, string[]>();
  for (const { accountId, messageId } of reported) {
    const message = await readReported(messages, accountId, messageId);
    events.set(messageId, message?.events.map(({ eventId }) => eventId) ?? []);
  }
  const suppressed: KeptReports['suppressed'][number][] = [];
  for (const accountId of new Set(reported.map((each) => each.accountId))) {
    let after: string | null | undefined;
    do {
      const page = await listSuppressed(messages, accountId, after ? { after } : {});
      suppressed.push(...page.suppressions.map(({ address }) => ({ accountId, address })));
      after = page.next;
    } while (after);
  }
  return { events, suppressed };
}
