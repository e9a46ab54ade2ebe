import type { Command } from 'commander';
import { maxPageItems, maxSearchedMessages } from '../../../shared/engine/limits.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import type { MessageSearch } from '../../../shared/manage/messages/message-search.ts';
import { listMessages, type MessageListPorts } from '../../../shared/manage/messages/messages.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import {
  eventsOf,
  type Resent,
  resend,
  type SentEvent,
} from '../../../shared/manage/webhooks/resend.ts';
import { listWebhookFailures } from '../../../shared/manage/webhooks/webhook-failures.ts';
import { listWebhooks } from '../../../shared/manage/webhooks/webhooks.ts';
import { inAccount, type Session } from '../../connection/session.ts';
import { accountOption, readTime, subcommand } from '../../terminal/options.ts';
import { type Result, table } from '../../terminal/result.ts';
import { postSettings } from './webhook-add.ts';
import { deliveryText } from './webhook-text.ts';

interface ResendOptions {
  since?: string;
  webhook?: string;
}

/** `webhook resend`: sends events again from the records of their messages, each with the id that it had before. */
export function addResend(webhook: Command): void {
  subcommand(webhook, 'resend', {
    about:
      'send events again, with the ids that they had; exit code 1 if one of them is not accepted',
    example: 'webhook resend --since 2h',
  })
    .argument('[event]', "an event's id, or a message's id for all its events")
    .option(
      '--since <time>',
      'all events since then: a date such as 2026-05-01, or a span such as 2h',
    )
    .option('--webhook <id>', 'only to this webhook; default: to every active one')
    .option(...accountOption)
    .action((id: string | undefined, options: ResendOptions, command: Command) => {
      const since = readTime(options.since, command, new Date());
      if ((id === undefined) === (since === undefined)) {
        command.error('error: name an event, a message or --since, and only one of them');
      }
      return inAccount(command, 'Reading the events', async (session) => {
        const { accountId, deployment, progress } = session;
        const events = await chosenEvents(session, id, since);
        progress(`Sending ${events.length} events`);
        const ports = { ...session.ports, post: postSettings(deployment) };
        const sending = { events, webhookId: options.webhook };
        return resultOf(await resend(ports, accountId, sending));
      });
    });
}

async function chosenEvents(
  { ports, accountId, progress }: Session & { accountId: string },
  id: string | undefined,
  since: Date | undefined,
): Promise<SentEvent[]> {
  if (since !== undefined) {
    const isTest = (await listWebhooks(ports, accountId)).some(({ test }) => test);
    return eventsSince(ports, accountId, { since, isTest, progress });
  }
  if (id?.startsWith('evt_')) return findEvent(ports, accountId, id);
  return eventsOf(ports, accountId, id ?? '');
}

function resultOf(resent: readonly Resent[]): Result {
  const refused = resent.filter(({ error }) => error !== null);
  const rows = resent.map((each) => [
    each.eventId,
    each.type,
    each.messageId,
    each.webhookId,
    deliveryText(each),
  ]);
  return {
    json: { events: resent },
    text:
      resent.length === 0
        ? 'There are no such events.'
        : table(['EVENT', 'TYPE', 'MESSAGE', 'WEBHOOK', 'RESULT'], rows),
    exitCode: refused.length > 0 ? 1 : 0,
  };
}

/** The search also reads messages recorded up to a day before `since`, because SES tries a mail for 14 hours. In milliseconds. */
const earlierMs = 24 * 60 * 60 * 1000;

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

/** Made from messages recorded since a day before that time. `isTest`: includes the events of test keys. */
async function eventsSince(
  ports: MessageListPorts,
  accountId: string,
  { since, isTest, progress }: { since: Date; isTest: boolean; progress: (doing: string) => void },
): Promise<SentEvent[]> {
  const found: SentEvent[] = [];
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

/** Among the events that a webhook has not accepted, else the newest 1,000 messages of each mode. @throws {ManageError} */
async function findEvent(
  ports: MessageListPorts,
  accountId: string,
  eventId: string,
): Promise<SentEvent[]> {
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
