import { readMessageParts } from '../../adapters/tables/accounts-table.ts';
import type { Item } from '../../adapters/tables/attributes.ts';
import { hasCopy } from '../../adapters/tables/copies-table.ts';
import {
  messageKey,
  messagePartitions,
  testPartition,
  toMessage,
} from '../../adapters/tables/message-item.ts';
import { readPage } from '../../adapters/tables/person-records.ts';
import { readReplies } from '../../adapters/tables/replies-table.ts';
import { listFailures } from '../../adapters/tables/webhook-failures-table.ts';
import type { MessageRecord } from '../../message/message.ts';
import { isTestMessage } from '../../message/message-id.ts';
import type { StoredReply } from '../../message/reply.ts';
import type { Person } from '../../people/forgotten-record.ts';
import {
  addCounts,
  noCounts,
  type PersonCounts,
  type WalkPlace,
} from '../../people/person-data.ts';
import { inParallel } from '../parallel.ts';
import type { PersonPorts } from './person-ports.ts';

export interface WalkPage {
  records: MessageRecord[];
  /** What is stored of the account's templates. */
  templates: Item[];
  /** Null at the end. */
  next: WalkPlace | null;
}

/** A page of what an account stores: of its templates, then the records of live keys, then those of test keys. */
export async function pageAt(
  ports: Pick<PersonPorts, 'accounts' | 'messages' | 'templates' | 'pageSize'>,
  accountId: string,
  { part, after }: WalkPlace,
): Promise<WalkPage> {
  const parts = await readMessageParts(ports.accounts, accountId);
  const partitions = [...messagePartitions(accountId, parts), testPartition(accountId)];
  const partition = partitions[part - 1];
  const range = { after, limit: ports.pageSize };
  const { items, next } =
    partition === undefined
      ? await readPage(ports.templates, accountId, null, range)
      : await readPage(ports.messages, partition, messageKey(''), range);
  const following = part < partitions.length ? { part: part + 1 } : null;
  return {
    records: partition === undefined ? [] : items.map(toMessage),
    templates: partition === undefined ? items : [],
    next: next === null ? following : { part, after: next },
  };
}

/** No message has so many events and webhooks. */
const maxFailures = 1000;

export const failuresOf = (
  { messages }: Pick<PersonPorts, 'messages'>,
  { accountId, messageId }: MessageRecord,
) => listFailures(messages, accountId, { messageId }, maxFailures);

/** The replies to a message that a person wrote, or that have the address in their words. */
export async function repliesOf(
  { messages }: Pick<PersonPorts, 'messages'>,
  record: MessageRecord,
  { isIn }: Person,
): Promise<StoredReply[]> {
  const replies = await readReplies(messages, record);
  return replies.filter(({ from, subject, text }) =>
    isIn(`${from} ${subject ?? ''} ${text ?? ''}`),
  );
}

/** Counts records, and their copies and failures. */
export async function countRecords(
  ports: Pick<PersonPorts, 'messages'>,
  records: readonly MessageRecord[],
): Promise<PersonCounts> {
  const counted = await inParallel(records, async (record) => ({
    [kindOf(record)]: 1,
    copies: Number(await hasCopy(ports.messages, record)),
    failures: (await failuresOf(ports, record)).length,
  }));
  return counted.reduce(addCounts, noCounts);
}

function kindOf({ messageId, state }: MessageRecord) {
  if (isTestMessage(messageId)) return 'test';
  if (state === 'REFUSED') return 'refused';
  return state === 'SCHEDULED' ? 'scheduled' : 'messages';
}
