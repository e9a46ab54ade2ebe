import { maxPageItems, maxSearchedMessages } from '../../../shared/engine/limits.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import type { MessageSearch } from '../../../shared/manage/messages/message-search.ts';
import { listMessages, type MessageListPorts } from '../../../shared/manage/messages/messages.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import { eventsOf } from '../../../shared/manage/webhooks/resend.ts';
import { listWebhookFailures } from '../../../shared/manage/webhooks/webhook-failures.ts';
import type { IdentifiedEvent } from '../../../shared/webhook/webhook-event.ts';

/** The search also reads messages recorded up to a day before `since`, because SES tries a mail for 14 hours. In milliseconds. */
const earlierMs = 24 * 60 * 60 * 1000;

/** The ids of messages, the newest first, a page at a time. */
async function* messageIds(
  ports: MessageListPorts,
  accountId: string,
  search: MessageSearch,
): AsyncGenerator<string[]> {
  let cursor: string | undefined;
  do {
    const page = await listMessages(ports, accountId, { ...search, cursor, limit: maxPageItems });
    yield page.messages.map(({ messageId }) => messageId);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/**
 * The events of an account since a time, made from the records of its messages: of those that were recorded at most a
 * day earlier. `isTest`: the events of test keys as well.
 */
export async function eventsSince(
  ports: MessageListPorts,
  accountId: string,
  { since, isTest, progress }: { since: Date; isTest: boolean; progress: (doing: string) => void },
): Promise<IdentifiedEvent[]> {
  const found: IdentifiedEvent[] = [];
  const recorded = new Date(since.getTime() - earlierMs);
  let read = 0;
  for (const test of isTest ? [false, true] : [false]) {
    for await (const ids of messageIds(ports, accountId, { since: recorded, test })) {
      const events = await inParallel(ids, (id) => eventsOf(ports, accountId, id));
      found.push(...events.flat().filter(({ event }) => new Date(event.timestamp) >= since));
      read += ids.length;
      progress(`Reading the events of ${read} messages`);
    }
  }
  return found;
}

/**
 * An event by its id: of those that a webhook has not accepted, else of the newest 1,000 messages of live keys and of
 * test keys.
 *
 * @throws {ManageError} where neither has it
 */
export async function findEvent(
  ports: MessageListPorts,
  accountId: string,
  eventId: string,
): Promise<IdentifiedEvent[]> {
  const failures = await listWebhookFailures(ports, accountId, {}, Number.POSITIVE_INFINITY);
  const failure = failures.find((each) => each.eventId === eventId);
  if (failure) return eventsOf(ports, accountId, failure.messageId, eventId);
  for (const test of [false, true]) {
    let read = 0;
    for await (const ids of messageIds(ports, accountId, { test })) {
      const events = await inParallel(ids, (id) => eventsOf(ports, accountId, id));
      const found = events.flat().filter(({ id }) => id === eventId);
      if (found.length > 0) return found;
      read += ids.length;
      if (read >= maxSearchedMessages) break;
    }
  }
  throw new ManageError(`No recent message of ${accountId} has an event ${eventId}`, [], {
    code: 'unknown',
    hint: "name the event's message instead: its data.id",
  });
}
