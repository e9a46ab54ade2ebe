import type { Table } from '../../shared/adapters/tables/dynamodb.ts';
import { listMessages } from '../../shared/adapters/tables/messages-table-lists.ts';
import { listSuppressed } from '../../shared/adapters/tables/suppression-table.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { showMessage } from '../../shared/manage/messages/messages.ts';
import { leaseMs, shownState } from '../../shared/message/message-states.ts';
import type { Recorded } from './judge.ts';
import type { KeptReports } from './reports/judge-reports.ts';

type MessagePorts = Parameters<typeof showMessage>[0];

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

/**
 * Reads what the events function recorded of SES's reports: the events of these messages, and the addresses that their
 * accounts suppress.
 */
export async function readKept(
  ports: MessagePorts,
  reported: readonly { accountId: string; messageId: string }[],
): Promise<KeptReports> {
  const places = new Map(reported.map((place) => [place.messageId, place]));
  const events = new Map<string, string[]>();
  for (const { accountId, messageId } of places.values()) {
    events.set(messageId, await eventIds(ports, accountId, messageId));
  }
  const accountIds = new Set(reported.map(({ accountId }) => accountId));
  const suppressed = await Promise.all(
    [...accountIds].map((accountId) => readSuppressions(ports.messages, accountId)),
  );
  return { events, suppressed: suppressed.flat() };
}

/** The ids of a message's events; an empty list if the message has no record. */
async function eventIds(ports: MessagePorts, accountId: string, messageId: string) {
  try {
    const { record } = await showMessage(ports, accountId, messageId);
    return record.events.map(({ eventId }) => eventId);
  } catch (error) {
    if (error instanceof ManageError && error.code === 'unknown') return [];
    throw error;
  }
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
