import { type DayUsage, readUsage } from '../../../shared/adapters/api-gateway-usage.ts';
import type { AccountRecord } from '../../../shared/adapters/tables/accounts-table.ts';
import { maxRecipients, maxTemplateHtmlBytes } from '../../../shared/engine/limits.ts';
import {
  type Account as AccountShown,
  accountRecord,
  changeAccount,
  listAccounts,
  readAccounts,
} from '../../../shared/manage/accounts.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { plans } from '../../../shared/plans.ts';
import type { Account } from '../contracts/account.ts';
import { accountChange, type ChangedAccount } from '../contracts/account-change.ts';
import type { DashboardPorts } from '../ports.ts';
import type { Caller } from '../request.ts';
import { ok, type Route, route } from '../route.ts';

/** `/account` */
export const accountRoutes = ({ manage, baseUrl }: DashboardPorts): Route[] => [
  route('GET', '/account', async ({ caller }) => {
    const { accountId, email, accounts, roles, may } = caller;
    const record = accountRecord(manage, accountId);
    const [account, counted, others] = await Promise.all([
      record,
      record.then((read) => accountUsage(manage, read)),
      accounts === null
        ? listAccounts(manage)
        : readAccounts(
            manage,
            accounts.filter((each) => each !== accountId),
          ),
    ]);
    const { name, plan, sending } = account;
    const testTo = testAddresses(caller, account);
    const body: Account = {
      accountId,
      name,
      plan,
      limits: {
        requestsPerMinute: plans[plan].requestsPerMinute,
        recipients: maxRecipients,
        templateHtmlBytes: maxTemplateHtmlBytes,
      },
      accounts: choices([account, ...others]),
      usage: counted.usage,
      baseUrl,
      user: email === null ? null : { email },
      ...{ roles: [...roles], may: [...may], testTo },
      paused: sending?.state === 'PAUSED' ? sending : null,
      approvals: account.approvals?.required ?? 0,
    };
    return { status: 200, body, fault: 'fault' in counted ? counted.fault : undefined };
  }),
  route('PATCH', '/account', async (request) => {
    const change = request.body(accountChange);
    const { accountId, name } = await changeAccount(request.as(manage), request.accountId, change);
    return ok({ accountId, name } satisfies ChangedAccount);
  }),
];

/** The addresses that the caller's test mails may go to, the own one first; null: any address. */
export function testAddresses(
  { email, may }: Caller,
  { seeds = [] }: Pick<AccountRecord, 'seeds'>,
): string[] | null {
  if (may.includes('publish')) return null;
  if (!may.includes('write')) return [];
  return [...new Set([...(email === null ? [] : [email]), ...seeds])];
}

function choices(
  accounts: readonly Pick<AccountShown, 'accountId' | 'name'>[],
): Account['accounts'] {
  const names = new Map(accounts.map(({ accountId, name }) => [accountId, name]));
  return [...names]
    .map(([accountId, name]) => ({ accountId, name }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Days of usage, today included. */
const usageDays = 30;

const dayMs = 24 * 60 * 60 * 1000;

/** Requests by day, newest last; null if API Gateway is silent. */
async function accountUsage(
  ports: Pick<ManagePorts, 'usagePlans' | 'now'>,
  { plan, gatewayKeyId }: AccountRecord,
): Promise<{ usage: DayUsage[] } | { usage: null; fault: unknown }> {
  const to = ports.now();
  const from = new Date(to.getTime() - (usageDays - 1) * dayMs);
  try {
    return { usage: await readUsage(ports.usagePlans, { plan, keyId: gatewayKeyId, from, to }) };
  } catch (fault) {
    return { usage: null, fault };
  }
}
