import * as z from 'zod/mini';
import { withinRequest } from '../../shared/adapters/call-times.ts';
import { dynamodbClient } from '../../shared/adapters/tables/dynamodb.ts';
import { type FunctionTime, requestDeadline } from '../../shared/deadline.ts';
import { env } from '../../shared/env.ts';
import { causesOf, startLogLine } from '../../shared/http/log-line.ts';
import { required } from '../../shared/required.ts';
import { type ContainerPorts, portsWithin } from './ports.ts';
import { applySesEvent, UnusableEvent } from './run.ts';

const container: ContainerPorts = {
  messages: { client: dynamodbClient(withinRequest), name: required(env.messagesTable) },
  suppression: process.env[env.suppression] !== 'off',
};

/**
 * One event of SES, invoked asynchronously by EventBridge. What is thrown makes Lambda try again,
 * and at last hand the event to the dead-letter queue (docs/operations.md).
 */
export const handler = async (payload: unknown, time: FunctionTime): Promise<void> => {
  const ports = portsWithin(container, requestDeadline(time));
  const line = startLogLine('events');
  try {
    const applied = await applySesEvent(payload, ports);
    // SES's id is in the record: where there is none, the line of what went wrong has it.
    const { eventId: requestId, type: _, sesMessageId: __, ...told } = applied;
    line.write({ requestId, ...told });
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

/** EventBridge's own id of an event, whatever else is wrong with it. */
function idOf(payload: unknown): string | undefined {
  const parsed = z.looseObject({ id: z.string() }).safeParse(payload);
  return parsed.success ? parsed.data.id : undefined;
}
