import * as z from 'zod/mini';
import { readAnnouncer } from '../../shared/adapters/announcements.ts';
import { readForgottenKey } from '../../shared/adapters/tables/account-people.ts';
import { ownTables } from '../../shared/adapters/tables/dynamodb.ts';
import * as env from '../../shared/env.ts';
import { lambdaHandler } from '../../shared/http/chain.ts';
import { isTestMessage } from '../../shared/message/message-id.ts';
import { eventPorts } from './ports.ts';
import { type AppliedEvent, applySesEvent, UnusableEvent } from './run.ts';

const table = ownTables();
const messages = table(env.messagesTable);
const accounts = table(env.accountsTable);
const ports = eventPorts({
  messages,
  announcer: readAnnouncer(messages),
  readForgottenKey: readForgottenKey.bind(null, accounts),
  suppression: process.env[env.suppression] !== 'off',
});

/** Handles one event of SES. If it throws, Lambda calls it again, and then sends the event to the dead-letter queue. */
export const handler = lambdaHandler<unknown, AppliedEvent>({
  name: 'events',
  run: async ({ event, notes }) => {
    notes.requestId = idOf(event);
    try {
      return await applySesEvent(event, ports);
    } catch (error) {
      if (error instanceof UnusableEvent) {
        const { eventId: _, type: __, ...known } = error.known;
        Object.assign(notes, { ...known, outcome: 'refused', causes: [error.message] });
      }
      throw error;
    }
  },
  // The message's record has SES's id; the line of a failure contains it, because there may be no record.
  lineOf: (applied) => {
    const { eventId: requestId, type: _, sesMessageId: __, ...logged } = applied;
    return { requestId, ...logged, test: isTestMail(applied) };
  },
});

/** True for a mail of a test key; undefined for others, and for an event about no message. */
function isTestMail({ messageId }: { messageId?: string }): true | undefined {
  return messageId !== undefined && isTestMessage(messageId) ? true : undefined;
}

function idOf(payload: unknown): string | undefined {
  const parsed = z.looseObject({ id: z.string() }).safeParse(payload);
  return parsed.success ? parsed.data.id : undefined;
}
