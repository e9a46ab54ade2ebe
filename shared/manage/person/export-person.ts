import { readCopy } from '../../adapters/tables/copies-table.ts';
import { readReports } from '../../adapters/tables/messages-table-reports.ts';
import { readPending } from '../../adapters/tables/pending-table.ts';
import { readSuppressed } from '../../adapters/tables/suppression-table.ts';
import type { MessageRecord } from '../../message/message.ts';
import { shownReply } from '../../message/reply.ts';
import { isTheirs, type Person } from '../../people/forgotten-record.ts';
import { masksOf } from '../../people/mask.ts';
import type { ExportedPerson } from '../../people/person-data.ts';
import { inParallel } from '../parallel.ts';
import { walkPerson } from './find-person.ts';
import type { PersonPorts } from './person-ports.ts';
import { repliesOf } from './walk.ts';

const tooLarge = 'Too large for one answer: person export has it';

/**
 * Everything that is kept of a person, as far as `isOver` lets it; the answers of one export have their messages one
 * after the other. `maxBytes` limits the copies of an answer. Throws like `findPerson`.
 */
export async function exportPerson(
  ports: PersonPorts,
  accountId: string,
  search: { address: string; cursor?: string | undefined },
  {
    isOver = () => false,
    maxBytes = Number.POSITIVE_INFINITY,
  }: { isOver?: () => boolean; maxBytes?: number } = {},
): Promise<ExportedPerson> {
  const found: Awaited<ReturnType<typeof exported>>[] = [];
  let bytes = 0;
  const take = async (theirs: MessageRecord[], person: Person) => {
    for (const message of await inParallel(theirs, (one) => exported(ports, one, person))) {
      const size = JSON.stringify(message).length;
      const fits = bytes + size <= maxBytes;
      if (fits) bytes += size;
      found.push(fits ? message : { ...message, copy: tooLarge });
    }
  };
  const isFull = () => bytes > maxBytes / 2 || isOver();
  const walk = { isOver: isFull, action: 'person.exported' as const, take };
  const { progress, answer } = await walkPerson(ports, accountId, search, walk);
  return {
    ...{ ...answer, at: ports.now().toISOString() },
    messages: found.filter(({ state }) => state !== 'SCHEDULED'),
    scheduled: found.filter(({ state }) => state === 'SCHEDULED'),
    suppression: await readSuppressed(ports.messages, accountId, answer.address),
    seeds: progress.counts.seeds,
  };
}

/** A message with everything that is kept of it. Other recipients are masked: their data is not the person's. */
async function exported(ports: PersonPorts, record: MessageRecord, person: Person) {
  const { messages, now } = ports;
  const { isIn } = person;
  const { recipients, events, ...message } = await readReports(messages, record);
  const mask = masksOf(recipients.map(({ address }) => address));
  const shown = (address: string) => (isIn(address) ? address : mask(address));
  const { messageId, createdAt, state, templateId, revision, redirectedTo } = message;
  // A message to another person, which the person answered.
  const subject = isTheirs(record, person) ? message.subject : null;
  const replies = await repliesOf(ports, record, person);
  const { reference, language, error, sendAt } = message;
  return {
    ...{ id: messageId, at: createdAt, state, templateId, revision, subject, reference, language },
    ...{ error, sendAt, redirectedTo: redirectedTo && shown(redirectedTo) },
    recipients: recipients.map(({ address, field, state }) => ({
      address: shown(address),
      field,
      state,
    })),
    reports: events.map(({ addresses, reason, ...event }) => ({
      ...{ ...event, addresses: addresses.map(shown) },
      reason: addresses.every(isIn) ? reason : null,
    })),
    replies: replies.map(shownReply),
    // The kept mail with its variables, or the request of a scheduled one.
    copy: (subject === null
      ? null
      : state === 'SCHEDULED'
        ? await readPending(messages, record)
        : await readCopy(messages, record, now().getTime())) as unknown,
  };
}
