import { readMessageParts } from '../../adapters/tables/accounts-table.ts';
import type { Item } from '../../adapters/tables/attributes.ts';
import { hasCopy } from '../../adapters/tables/copies-table.ts';
import { messagePartitions, testPartition } from '../../adapters/tables/message-item.ts';
import { readRecords } from '../../adapters/tables/person-records.ts';
import { readTemplateItems } from '../../adapters/tables/person-templates.ts';
import { listFailures } from '../../adapters/tables/webhook-failures-table.ts';
import type { MessageRecord } from '../../message/message.ts';
import { isTestMessage } from '../../message/message-id.ts';
import { isAbout, isRecipient, type Person } from '../../people/forgotten-record.ts';
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

/** A page of what an account stores: the records of live keys, those of test keys, then the templates. */
export async function pageAt(
  ports: Pick<PersonPorts, 'accounts' | 'messages' | 'templates' | 'pageSize'>,
  accountId: string,
  { part, after }: WalkPlace,
): Promise<WalkPage> {
  const parts = await readMessageParts(ports.accounts, accountId);
  const partitions = [...messagePartitions(accountId, parts), testPartition(accountId)];
  const range = { after, limit: ports.pageSize };
  const partition = partitions[part];
  if (partition === undefined) {
    const { items, next } = await readTemplateItems(ports.templates, accountId, range);
    return { records: [], templates: items, next: next === null ? null : { part, after: next } };
  }
  const { records, next } = await readRecords(ports.messages, partition, range);
  return {
    ...{ records, templates: [] },
    next: next === null ? { part: part + 1 } : { part, after: next },
  };
}

/** Whether a record is a person's data. A scheduled mail to others that only names them is still to be sent. */
export const isTheirs = (record: MessageRecord, person: Person): boolean =>
  record.state === 'SCHEDULED' ? isRecipient(record, person) : isAbout(record, person);

/** No message has so many events and webhooks. */
const maxFailures = 1000;

export const failuresOf = (
  { messages }: Pick<PersonPorts, 'messages'>,
  { accountId, messageId }: MessageRecord,
) => listFailures(messages, accountId, { messageId }, maxFailures);

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
