import { readMessageParts } from '../../adapters/tables/accounts-table.ts';
import { hasCopy } from '../../adapters/tables/copies-table.ts';
import { messagePartitions, testPartition } from '../../adapters/tables/message-item.ts';
import { readRecords } from '../../adapters/tables/person-records.ts';
import { listFailures } from '../../adapters/tables/webhook-failures-table.ts';
import type { MessageRecord } from '../../message/message.ts';
import { acceptedMs, isTestMessage } from '../../message/message-id.ts';
import { isLeased } from '../../message/message-states.ts';
import { isAbout, isRecipient, type Person } from '../../people/forgotten-record.ts';
import {
  addCounts,
  noCounts,
  type PersonCounts,
  type WalkPlace,
} from '../../people/person-data.ts';
import { inParallel } from '../parallel.ts';
import type { PersonPorts } from './person-ports.ts';

/** The partitions with the account's messages: those of live keys, then that of test keys. */
export async function partitionsOf(
  { accounts }: Pick<PersonPorts, 'accounts'>,
  accountId: string,
): Promise<string[]> {
  const parts = await readMessageParts(accounts, accountId);
  return [...messagePartitions(accountId, parts), testPartition(accountId)];
}

/** The place after a page of a partition; null after the last partition. */
export function following(
  partitions: readonly string[],
  { part }: WalkPlace,
  after: string | null | undefined,
): WalkPlace | null {
  if (after) return { part, after };
  return part + 1 < partitions.length ? { part: part + 1 } : null;
}

/** One page of a walk through an account's records, not before the message `from`. */
export async function recordPage(
  { messages, pageSize: limit }: Pick<PersonPorts, 'messages' | 'pageSize'>,
  partitions: readonly string[],
  place: WalkPlace,
  from = '',
): Promise<{ records: MessageRecord[]; next: WalkPlace | null }> {
  const partition = partitions[place.part];
  if (partition === undefined) return { records: [], next: null };
  const range = { after: place.after ?? from, limit };
  const { records, next } = await readRecords(messages, partition, range);
  return { records, next: following(partitions, place, next) };
}

/** Whether a record is a person's data. A scheduled mail to others that only names them is still to be sent. */
export const isTheirs = (record: MessageRecord, person: Person): boolean =>
  isAbout(record, person) && (record.state !== 'SCHEDULED' || isRecipient(record, person));

/** Whether a send may still write to the record, so that it is left for the second walk. */
export const isUnderWay = (record: MessageRecord, nowMs: number): boolean =>
  record.state === 'SENDING' && isLeased(record, nowMs);

/** How long an event may fail and its failure is kept, in milliseconds: 75 hours and 7 days, and some to spare. */
const failuresMs = 11 * 24 * 60 * 60 * 1000;

export const mayHaveFailures = ({ messageId }: MessageRecord, nowMs: number): boolean =>
  acceptedMs(messageId) > nowMs - failuresMs;

/** No message has so many events and webhooks. */
const maxFailures = 1000;

export const failuresOf = (
  { messages }: Pick<PersonPorts, 'messages'>,
  { accountId, messageId }: MessageRecord,
) => listFailures(messages, accountId, { messageId }, maxFailures);

/** Counts records, and their copies and failures. */
export async function countRecords(
  ports: Pick<PersonPorts, 'messages' | 'now'>,
  records: readonly MessageRecord[],
): Promise<PersonCounts> {
  const nowMs = ports.now().getTime();
  const counted = await inParallel(records, async (record) => ({
    [kindOf(record)]: 1,
    copies: Number(await hasCopy(ports.messages, record)),
    failures: mayHaveFailures(record, nowMs) ? (await failuresOf(ports, record)).length : 0,
  }));
  return counted.reduce(addCounts, noCounts);
}

function kindOf({ messageId, state }: MessageRecord) {
  if (isTestMessage(messageId)) return 'test';
  if (state === 'REFUSED') return 'refused';
  return state === 'SCHEDULED' ? 'scheduled' : 'messages';
}
