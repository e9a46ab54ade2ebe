import * as z from 'zod/mini';
import { withinRequest } from '../../shared/adapters/call-times.ts';
import { dynamodbClient } from '../../shared/adapters/dynamodb.ts';
import { findBySesMessageId, recordEvent } from '../../shared/adapters/messages-table-events.ts';
import { suppress } from '../../shared/adapters/suppression-table.ts';
import { env } from '../../shared/env.ts';
import { causesOf } from '../../shared/http/log-line.ts';
import { required } from '../../shared/required.ts';
import { applySesEvent, type EventPorts, UnusableEvent } from './run.ts';

const messages = { client: dynamodbClient(withinRequest), name: required(env.messagesTable) };
const ports: EventPorts = {
  recordEvent: (accountId, messageId, event) => recordEvent(messages, accountId, messageId, event),
  findBySesMessageId: (sesMessageId) => findBySesMessageId(messages, sesMessageId),
  suppress:
    process.env[env.suppression] === 'off'
      ? null
      : (accountId, suppression) => suppress(messages, accountId, suppression),
};

/**
 * One event of SES, invoked asynchronously by EventBridge. What is thrown makes Lambda try again,
 * and at last hand the event to the dead-letter queue (docs/operations.md).
 */
export const handler = async (payload: unknown): Promise<void> => {
  const startedAt = performance.now();
  const log = (level: 'info' | 'error', line: object) =>
    console.log(JSON.stringify({ level, ...line, ms: Math.round(performance.now() - startedAt) }));
  try {
    log('info', await applySesEvent(payload, ports));
  } catch (error) {
    if (error instanceof UnusableEvent) {
      log('error', {
        ...named(payload),
        outcome: 'not applied',
        problem: error.message,
        ...error.known,
      });
    } else {
      log('error', { ...named(payload), outcome: 'failed', causes: causesOf(error) });
    }
    throw error;
  }
};

/** EventBridge's own id of an event, whatever else is wrong with it. */
function named(payload: unknown): { eventId?: string } {
  const parsed = z.looseObject({ id: z.string() }).safeParse(payload);
  return parsed.success ? { eventId: parsed.data.id } : {};
}
