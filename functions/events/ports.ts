import { alone } from '../../shared/adapters/tables/change.ts';
import type { Table } from '../../shared/adapters/tables/dynamodb.ts';
import {
  findBySesMessageId,
  recordEvent,
} from '../../shared/adapters/tables/messages-table-events.ts';
import { suppress } from '../../shared/adapters/tables/suppression-table.ts';
import type { EventPorts } from './run.ts';

export const eventPorts = ({
  messages,
  suppression,
  announcer,
}: { messages: Table; suppression: boolean } & Pick<EventPorts, 'announcer'>): EventPorts => ({
  recordEvent: recordEvent.bind(null, messages),
  findBySesMessageId: findBySesMessageId.bind(null, messages),
  suppress: suppression ? (accountId, each) => suppress(messages, accountId, each, alone) : null,
  announcer,
});
