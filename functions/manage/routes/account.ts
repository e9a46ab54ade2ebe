import { type DayUsage, readUsage } from '../../../shared/adapters/api-gateway-usage.ts';
import { maxRecipients, maxTemplateHtmlBytes } from '../../../shared/engine/limits.ts';
import {
  type Account as AccountShown,
  accountRecord,
  listAccounts,
  readAccounts,
  renameAccount,
  showAccount,
} from '../../../shared/manage/accounts.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import type { Account } from '../contracts/account.ts';
import { accountChange, type ChangedAccount } from '../contracts/account-change.ts';
import type { DashboardPorts } from '../ports.ts';
import { ok, type Route, route } from '../route.ts';

/** `/account` */
export const accountRoutes = ({ manage, baseUrl }: DashboardPorts): Route[] => [
  route('GET', '/account', async ({ caller: { accountId, email, accounts } }) => {
    const [account, counted, others] = await Promise.all([
      showAccount(manage, accountId),
      accountUsage(manage, accountId),
      accounts === null
        ? listAccounts(manage)
        : readAccounts(
            manage,
            accounts.filter((each) => each !== accountId),
          ),
    ]);
    const { name, plan, requestsPerMinute } = account;
    const body: Account = {
      accountId,
      name,
      plan,
      limits: {
        requestsPerMinute,
        recipients: maxRecipients,
        templateHtmlBytes: maxTemplateHtmlBytes,
      },
      accounts: choices([account, ...others]),
      usage: counted.usage,
      baseUrl,
      user: email === null ? null : { email },
    };
    return { status: 200, body, fault: 'fault' in counted ? counted.fault : undefined };
  }),
  route('PATCH', '/account', async (request) => {
    const change = request.body(accountChange);
    const { accountId, name } = await renameAccount(manage, request.accountId, change.name);
    return ok({ accountId, name } satisfies ChangedAccount);
  }),
];

function choices(accounts: readonly AccountShown[]): Account['accounts'] {
  const names = new Map(accounts.map(({ accountId, name }) => [accountId, name]));
  return [...names]
    .map(([accountId, name]) => ({ accountId, name }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Days of usage, today included. */
const usageDays = 30;

const dayMs = 24 * 60 * 60 * 1000;

/** Requests by day, newest last; null if API Gateway is silent. Throws a `ManageError` for an unknown account. */
async function accountUsage(
  ports: Pick<ManagePorts, 'accounts' | 'usagePlans' | 'now'>,
  accountId: string,
): Promise<{ usage: DayUsage[] } | { usage: null; fault: unknown }> {
  const { plan, gatewayKeyId } = await accountRecord(ports, accountId);
  const to = ports.now();
  const from = new Date(to.getTime() - (usageDays - 1) * dayMs);
  try {
    return { usage: await readUsage(ports.usagePlans, { plan, keyId: gatewayKeyId, from, to }) };
  } catch (fault) {
    return { usage: null, fault };
  }
}
