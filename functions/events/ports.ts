import { type Table, tableWithin } from '../../shared/adapters/tables/dynamodb.ts';
import {
  findBySesMessageId,
  recordEvent,
} from '../../shared/adapters/tables/messages-table-events.ts';
import { suppress } from '../../shared/adapters/tables/suppression-table.ts';
import type { Deadline } from '../../shared/deadline.ts';
import type { Announcer } from '../../shared/webhook/announce.ts';
import type { EventPorts } from './run.ts';

/** The adapters that a container (a Lambda execution environment) creates once and uses for all its events. */
export interface ContainerPorts {
  messages: Table;
  /** Whether bounces and complaints suppress addresses. */
  suppression: boolean;
  /** Undefined: this deployment has no webhooks. */
  announcements?: ((deadline: Deadline) => Announcer) | undefined;
}

/** The ports for one event. Every call times out before the function does, so that Lambda can try again. */
export function portsWithin(
  { messages: whole, suppression, announcements }: ContainerPorts,
  deadline: Deadline,
): EventPorts {
  const messages = tableWithin(whole, deadline);
  return {
    recordEvent: (...recorded) => recordEvent(messages, ...recorded),
    findBySesMessageId: (sesMessageId) => findBySesMessageId(messages, sesMessageId),
    suppress: suppression ? (...suppressed) => suppress(messages, ...suppressed) : null,
    announcer: announcements?.(deadline),
  };
}
