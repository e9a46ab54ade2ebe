import * as z from 'zod/mini';
import { readAnnouncements } from '../../shared/adapters/announcements.ts';
import { withinRequest } from '../../shared/adapters/call-times.ts';
import { dynamodbClient } from '../../shared/adapters/tables/dynamodb-client.ts';
import { type FunctionTime, requestDeadline } from '../../shared/deadline.ts';
import { env } from '../../shared/env.ts';
import { causesOf, startLogLine } from '../../shared/http/log-line.ts';
import { isTestMessage } from '../../shared/message/message-id.ts';
import { required } from '../../shared/required.ts';
import { type ContainerPorts, portsWithin } from './ports.ts';
import { applySesEvent, UnusableEvent } from './run.ts';

const messages = { client: dynamodbClient(withinRequest), name: required(env.messagesTable) };
const container: ContainerPorts = {
  messages,
  announcements: readAnnouncements(messages),
  suppression: process.env[env.suppression] !== 'off',
};

/**
 * Handles one event of SES, which EventBridge delivers asynchronously. If it throws, Lambda calls it again, and after
 * the last try sends the event to the dead-letter queue (docs/operations/messages.md).
 */
export const handler = async (payload: unknown, time: FunctionTime): Promise<void> => {
  const ports = portsWithin(container, requestDeadline(time));
  const line = startLogLine('events');
  try {
    const applied = await applySesEvent(payload, ports);
    // This line leaves out SES's id, because the message's record has it. The line of a failure contains it, because
    // there may be no record.
    const { eventId: requestId, type: _, sesMessageId: __, ...logged } = applied;
    line.write({ requestId, ...logged, test: isTestMail(applied) });
  } catch (error) {
    const requestId = idOf(payload);
    if (error instanceof UnusableEvent) {
      const { eventId: _, type: __, ...known } = error.known;
      line.write({ requestId, ...known, outcome: 'refused', causes: [error.message] });
    } else {
      line.write({ requestId, outcome: 'fault', causes: causesOf(error) });
    }
    throw error;
  }
};

/** True for a mail of a test key; undefined for others, and for an event about no message. */
function isTestMail({ messageId }: { messageId?: string }): true | undefined {
  return messageId !== undefined && isTestMessage(messageId) ? true : undefined;
}

/** The id that EventBridge gave the event; undefined if it has none. */
function idOf(payload: unknown): string | undefined {
  const parsed = z.looseObject({ id: z.string() }).safeParse(payload);
  return parsed.success ? parsed.data.id : undefined;
}
