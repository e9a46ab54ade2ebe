import { tenancyIn } from '../cli/connection/connect.ts';
import { fromOutputs, outputs as readOutputs } from '../cli/connection/deployment.ts';
import { listAccounts } from '../shared/adapters/tables/accounts-table.ts';
import { setUpTenant } from '../shared/manage/tenants.ts';
import { managePorts, type Servers } from './demo/manage-ports.ts';
import { Failure } from './failure.ts';
import type { Inbox } from './mail/inbox.ts';
import { region } from './template/names.ts';

/** What SES says of the accounts that `--pause-account` names. */
const cause = 'Bounce rate is too high';

/**
 * Makes the tenants of all accounts, as the CLI does on AWS, and pauses those that were paused or that the user names.
 * Does nothing if accounts are no tenants. Throws a `Failure` for an unknown account.
 */
export async function startTenants(
  servers: Servers & { sesEndpoint: string },
  pauseAccount: readonly string[],
  { pauseTenant }: Pick<Inbox, 'pauseTenant'>,
): Promise<void> {
  const deployment = fromOutputs(readOutputs.parse(servers.outputs), region);
  const tenancy = tenancyIn({ ...deployment, endpoints: { ses: servers.sesEndpoint } });
  if (!tenancy) return;
  const { ports, close } = managePorts(servers);
  const accounts = await listAccounts(ports.accounts).finally(close);
  const unknown = pauseAccount.find((id) => accounts.every(({ accountId }) => accountId !== id));
  if (unknown)
    throw new Failure(`There is no account ${unknown} to pause: account list shows all.`);
  for (const { accountId, sending } of accounts) {
    await setUpTenant(tenancy, accountId);
    if (sending?.state === 'PAUSED') {
      pauseTenant({ name: accountId, by: sending.by, cause: sending.reason });
    }
    if (pauseAccount.includes(accountId)) pauseTenant({ name: accountId, by: 'ses', cause });
  }
}
