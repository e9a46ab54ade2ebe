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
  readForgottenKey,
}: {
  messages: Table;
  suppression: boolean;
  /** The `personKey` of an account that has forgotten people. */
  readForgottenKey?: (accountId: string) => Promise<string | undefined>;
} & Pick<EventPorts, 'announcer'>): EventPorts => ({
  recordEvent: (...event) => recordEvent(messages, ...event, readForgottenKey),
  findBySesMessageId: findBySesMessageId.bind(null, messages),
  suppress: suppression ? (accountId, each) => suppress(messages, accountId, each, alone) : null,
  announcer,
});
