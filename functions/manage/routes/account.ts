import { maxRecipients, maxTemplateHtmlBytes } from '../../../shared/engine/limits.ts';
import { accountUsage } from '../../../shared/manage/account-usage.ts';
import { showAccount } from '../../../shared/manage/accounts.ts';
import type { Account } from '../contracts/account.ts';
import type { DashboardPorts } from '../ports.ts';
import { type Route, route } from '../route.ts';

/** `/account` */
export const accountRoutes = ({ manage, baseUrl }: DashboardPorts): Route[] => [
  route('GET', '/account', async ({ caller: { accountId, email } }) => {
    const [account, counted] = await Promise.all([
      showAccount(manage, accountId),
      accountUsage(manage, accountId),
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
      usage: counted.usage,
      baseUrl,
      user: email === null ? null : { email },
    };
    return { status: 200, body, ...('fault' in counted && { fault: counted.fault }) };
  }),
];
