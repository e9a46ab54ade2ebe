import { maxRecipients, maxTemplateHtmlBytes } from '../../../shared/engine/limits.ts';
import { accountUsage } from '../../../shared/manage/account-usage.ts';
import {
  type Account as AccountShown,
  listAccounts,
  readAccounts,
  showAccount,
} from '../../../shared/manage/accounts.ts';
import type { Account } from '../contracts/account.ts';
import type { DashboardPorts } from '../ports.ts';
import { type Route, route } from '../route.ts';

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
];

/** Each account once, by name. */
function choices(accounts: readonly AccountShown[]): Account['accounts'] {
  const names = new Map(accounts.map(({ accountId, name }) => [accountId, name]));
  return [...names]
    .map(([accountId, name]) => ({ accountId, name }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
