import { readMessageRange } from '../../adapters/tables/accounts-table.ts';
import { NewerMessage } from '../../adapters/tables/message-item.ts';
import { readMessage } from '../../adapters/tables/messages-table.ts';
import { listPending, type PendingMessage } from '../../adapters/tables/pending-table.ts';
import { maxSearchedMessages } from '../../engine/limits.ts';
import type { MessageRecord } from '../../message/message.ts';
import { isMessageId } from '../../message/message-id.ts';
import type { ManagePorts } from '../ports.ts';

export interface ScheduledQuery {
  /** The cursor of the page before. Default: the first page. */
  after?: string | undefined;
  limit: number;
  test: boolean;
  matches: (message: MessageRecord) => boolean;
}

export interface ScheduledPage {
  /** Soonest first. */
  messages: MessageRecord[];
  /** Null at the end. */
  next: string | null;
  /** Ids of records that only a newer version of the service can read. */
  unreadable: string[];
  looked: number;
}

/** One page of an account's scheduled messages: reads the whole list of pending requests, and at most 1,000 records. */
export async function listScheduled(
  { accounts, messages }: Pick<ManagePorts, 'accounts' | 'messages'>,
  accountId: string,
  { after, limit, test, matches }: ScheduledQuery,
): Promise<ScheduledPage> {
  const range = await readMessageRange(accounts, accountId, test);
  const pending = await listPending(messages, accountId, range);
  const rest = after === undefined ? pending : pending.filter((each) => placeIn(each) > after);
  const searched = rest.slice(0, maxSearchedMessages);
  const page: ScheduledPage = { messages: [], next: null, unreadable: [], looked: 0 };
  for (let at = 0; at < searched.length; at += limit) {
    const some = searched.slice(at, at + limit);
    const records = await Promise.all(
      some.map(({ messageId }) => readOrNote(messages, { accountId, messageId }, page)),
    );
    for (const [index, record] of records.entries()) {
      page.looked += 1;
      if (record?.state !== 'SCHEDULED' || !matches(record)) continue;
      page.messages.push(record);
      if (page.messages.length < limit) continue;
      return { ...page, next: placeAt(rest, at + index) };
    }
  }
  return { ...page, next: placeAt(rest, searched.length - 1) };
}

/** The cursor after a message of the list; null if it is the last one. */
function placeAt(list: readonly PendingMessage[], at: number): string | null {
  const one = list[at];
  return one === undefined || at === list.length - 1 ? null : placeIn(one);
}

const placeIn = ({ sendAt = '', messageId }: PendingMessage) => `${sendAt}_${messageId}`;

export function isScheduledPlace(text: string): boolean {
  const [sendAt = '', messageId = ''] = text.split('_');
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(sendAt) && isMessageId(messageId);
}

async function readOrNote(
  messages: ManagePorts['messages'],
  { accountId, messageId }: { accountId: string; messageId: string },
  { unreadable }: ScheduledPage,
): Promise<MessageRecord | null> {
  try {
    return await readMessage(messages, accountId, messageId);
  } catch (error) {
    if (!(error instanceof NewerMessage)) throw error;
    unreadable.push(messageId);
    return null;
  }
}
