import { atDeployment } from '../../../shared/adapters/call-times.ts';
import { listAccounts } from '../../../shared/manage/accounts.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { setUpTenant, type Tenancy } from '../../../shared/manage/tenants.ts';
import { connect, tenancyIn } from '../../connection/connect.ts';
import { deploymentIn } from '../../connection/deployment.ts';
import type { DeployWork } from './work.ts';

type TenantWork = Pick<DeployWork, 'dialog' | 'stack' | 'stacks' | 'place' | 'snapshot'>;

/** Before the functions name tenants: makes those of the accounts that are there, with the senders that SES knows. */
export async function prepareTenants(work: TenantWork): Promise<void> {
  const { stack, stacks, place, snapshot } = work;
  const { tenants, senders } = snapshot.settings;
  if (!tenants) return;
  const found = await stacks.find(stack);
  // A stack without outputs is being made: it has no account.
  if (!found?.outputs.ConfigurationSet) return;
  const deployment = deploymentIn(found, stack, place.region);
  const tenancy = tenancyIn({ ...deployment, senders, tenants: { policy: tenants.policy, stack } });
  await setUpTenants(work, connect(deployment, atDeployment), tenancy);
}

/** Makes what the accounts lack as tenants. */
export async function setUpTenants(
  { dialog }: Pick<TenantWork, 'dialog'>,
  ports: Pick<ManagePorts, 'accounts'>,
  tenancy: Tenancy | undefined,
): Promise<void> {
  if (!tenancy) return;
  dialog.step('Setting up the tenants of the accounts');
  for (const { accountId } of await listAccounts(ports)) await setUpTenant(tenancy, accountId);
}
