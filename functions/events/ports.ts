import { withinRequest } from '../../shared/adapters/call-times.ts';
import { tenantReads } from '../../shared/adapters/ses/tenants.ts';
import { writeAnnounced, writeSending } from '../../shared/adapters/tables/account-sending.ts';
import { listAccounts, readAccount } from '../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../shared/adapters/tables/change.ts';
import type { Table } from '../../shared/adapters/tables/dynamodb.ts';
import {
  findBySesMessageId,
  recordEvent,
} from '../../shared/adapters/tables/messages-table-events.ts';
import { suppress } from '../../shared/adapters/tables/suppression-table.ts';
import type { AccountAnnouncer } from '../../shared/webhook/announce.ts';
import type { AccountStatePorts } from './account-states.ts';
import type { EventPorts } from './run.ts';

/** The pause between two calls of SES, so that a look at all accounts makes at most 10 a second. */
const lookPauseMs = 100;

export const eventPorts = ({
  messages,
  suppression,
  announcer,
  readForgottenKey,
  accounts,
}: {
  messages: Table;
  suppression: boolean;
  /** The `personKey` of an account that has forgotten people. */
  readForgottenKey?: (accountId: string) => Promise<string | undefined>;
  accounts?: AccountStatePorts | null;
} & Pick<EventPorts, 'announcer'>): EventPorts => ({
  recordEvent: (...event) => recordEvent(messages, ...event, readForgottenKey),
  findBySesMessageId: findBySesMessageId.bind(null, messages),
  suppress: suppression ? (accountId, each) => suppress(messages, accountId, each, alone) : null,
  announcer,
  accounts,
});

/** What SES says about the tenants of accounts. */
export const accountStatePorts = (
  accounts: Table,
  announcer: AccountAnnouncer | undefined,
): AccountStatePorts => ({
  tenants: tenantReads({ times: withinRequest, pauseMs: lookPauseMs }),
  readAccount: readAccount.bind(null, accounts),
  listAccounts: () => listAccounts(accounts),
  writeSending: (accountId, change) => writeSending(accounts, accountId, change, alone),
  writeAnnounced: writeAnnounced.bind(null, accounts),
  announcer,
  now: () => new Date(),
});
