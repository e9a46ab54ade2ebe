import { encodeTime } from 'ulid';
import { removeCopy } from '../../adapters/tables/copies-table.ts';
import { readMessage } from '../../adapters/tables/messages-table.ts';
import { readPendingPage, removePending } from '../../adapters/tables/pending-table.ts';
import { forgetInRecord } from '../../adapters/tables/person-records.ts';
import { removeFailure } from '../../adapters/tables/webhook-failures-table.ts';
import { cancelScheduled } from '../../execute/cancel-scheduled.ts';
import type { MessageRecord } from '../../message/message.ts';
import { isRecipient } from '../../people/forgotten-record.ts';
import { inParallel } from '../parallel.ts';
import { type Asked, type Step, step } from './forget-step.ts';
import {
  countRecords,
  failuresOf,
  isTheirs,
  isUnderWay,
  mayHaveFailures,
  partitionsOf,
  recordPage,
} from './person-messages.ts';
import type { PersonPorts } from './person-ports.ts';

/** Cancels what is still to be sent. The records themselves are changed with all others. */
export const scheduled = step<MessageRecord[]>({
  page: async ({ ports, accountId, person }, { place }, kept) => {
    const partitions = await partitionsOf(ports, accountId);
    const partition = partitions[place.part] ?? '';
    const { pageSize: limit = 250 } = ports;
    const page = await readPendingPage(ports.messages, partition, { after: place.after, limit });
    const end = kept?.next?.part === place.part ? kept.next.after : undefined;
    const listed = page.pending.filter(
      ({ messageId }) => end === undefined || `L#${messageId}` <= end,
    );
    const records = await inParallel(listed, ({ messageId }) =>
      readMessage(ports.messages, accountId, messageId),
    );
    const content = records.filter(
      (record) => record?.state === 'SCHEDULED' && isRecipient(record, person),
    ) as MessageRecord[];
    const part = place.part + 1;
    const further = part < partitions.length ? { part } : null;
    const next = page.next === undefined ? further : { part: place.part, after: page.next };
    const counts = kept ? undefined : await countScheduled(ports, content);
    return { content, next, ...(counts && { counts }) };
  },
  act: async (asked, { content }) => {
    await inParallel(content, (record) => cancel(asked, record));
  },
});

async function countScheduled(ports: PersonPorts, records: readonly MessageRecord[]) {
  const { scheduled, test } = await countRecords(ports, records);
  return { scheduled, test };
}

async function cancel({ ports }: Asked, record: MessageRecord): Promise<void> {
  const { messages, wakeUps, announcer, now } = ports;
  const forget = wakeUps && ((id: string) => wakeUps.forget('due', id));
  await cancelScheduled(record, now().toISOString(), { messages, forget, announcer });
}

/** Walks through all records; `isAgain`: once more, through those that may have changed meanwhile. */
export const walk = (isAgain: boolean): Step<unknown> =>
  step<MessageRecord[]>({
    page: async (asked, run, kept) => {
      const { ports, accountId, person } = asked;
      const nowMs = ports.now().getTime();
      const partitions = await partitionsOf(ports, accountId);
      if (isAgain && !run.again) return { content: [], next: null };
      const { place } = run;
      const isFirst = isAgain && place.part === 0 && place.after === undefined;
      const from = isAgain && run.later !== null ? lateIn(run.startedAt) : '';
      const upTo = kept ? kept.next : undefined;
      const page = await recordPage(ports, partitions, run.place, { upTo, from });
      const listed = isFirst ? await recordsOf(asked, run.later ?? []) : [];
      const records = [...new Map([...page.records, ...listed].map(byId)).values()];
      const all = records.filter((record) => isTheirs(record, person));
      const theirs = all.filter((record) => isAgain || !isUnderWay(record, nowMs));
      // Interrupted, a page may have records that have lost the address and not yet the rest.
      const marked = records.filter(({ forgotten }) => forgotten?.includes(person.id));
      const also = kept || isAgain ? marked : [];
      const content = [...new Set([...theirs, ...also])];
      if (kept) return { content, next: kept.next };
      return {
        ...{ content, next: page.next, again: all.length > 0 },
        waits: !isAgain && (run.again || all.length > 0),
        counts: await countRecords(ports, theirs, run.startedAt),
        later: all
          .filter((each) => each.recipients.length > 1 || isUnderWay(each, nowMs))
          .map(({ messageId }) => messageId),
      };
    },
    act: async (asked, { content }) => {
      await inParallel(content, (record) => forgetMessage(asked, record));
    },
  });

const byId = (record: MessageRecord) => [record.messageId, record] as const;

async function recordsOf({ ports, accountId }: Asked, ids: readonly string[]) {
  const found = await inParallel(ids, (id) => readMessage(ports.messages, accountId, id));
  return found.filter((record) => record !== null);
}

/** How long before the start of a run a request may have made the id of a message, in milliseconds. */
const earlierMs = 60_000;

const lateIn = (startedAt: string) => encodeTime(Date.parse(startedAt) - earlierMs);

async function forgetMessage(asked: Asked, record: MessageRecord): Promise<void> {
  const { ports, accountId, person } = asked;
  if (record.state === 'SCHEDULED') await cancel(asked, record);
  // A cancel may have stopped before it removed the request.
  if (record.sendAt !== undefined) await removePending(ports.messages, record);
  await forgetInRecord(ports.messages, record, person);
  await removeCopy(ports.messages, record);
  if (!mayHaveFailures(record, ports.now().getTime())) return;
  for (const failure of await failuresOf(ports, record)) {
    await removeFailure(ports.messages, accountId, failure);
  }
}
