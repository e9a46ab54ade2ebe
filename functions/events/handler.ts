import * as z from 'zod/mini';
import { readAnnouncer } from '../../shared/adapters/announcements.ts';
import { readForgottenKey } from '../../shared/adapters/tables/account-people.ts';
import { ownTables } from '../../shared/adapters/tables/dynamodb.ts';
import * as env from '../../shared/env.ts';
import { lambdaHandler } from '../../shared/http/chain.ts';
import { isTestMessage } from '../../shared/message/message-id.ts';
import { updateAccounts } from './account-states.ts';
import { hourlyLook } from './contract.ts';
import { accountStatePorts, eventPorts } from './ports.ts';
import { type AppliedEvent, applySesEvent, UnusableEvent } from './run.ts';

const table = ownTables();
const messages = table(env.messagesTable);
const accounts = table(env.accountsTable);
const announcer = readAnnouncer(messages);
const states = process.env[env.tenants] === 'on' ? accountStatePorts(accounts, announcer) : null;
const ports = eventPorts({
  messages,
  announcer,
  accounts: states,
  readForgottenKey: readForgottenKey.bind(null, accounts),
  suppression: process.env[env.suppression] !== 'off',
});

/** The hourly look at all accounts. */
interface Looked {
  outcome: 'looked at';
  accountsPaused: number;
}

/** Handles one event of SES. If it throws, Lambda calls it again, and then sends the event to the dead-letter queue. */
export const handler = lambdaHandler<unknown, AppliedEvent | Looked>({
  name: 'events',
  run: async ({ event, notes }) => {
    if (states && hourlyLook.safeParse(event).success) {
      return { outcome: 'looked at', accountsPaused: await updateAccounts(states) };
    }
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
    if (!('eventId' in applied)) return applied;
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
