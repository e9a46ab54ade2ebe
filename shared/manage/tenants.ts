import type { TenantCalls } from '../adapters/ses/tenants.ts';
import { ManageError } from './manage-error.ts';

/** How the accounts of a deployment are tenants of SES. */
export interface Tenancy {
  calls: TenantCalls;
  /** The tag of each tenant, which says whose it is. */
  stack: string;
  policy: string;
  configurationSet: string;
  /** The identities that every account may send from; `*` is any. */
  senders: readonly string[];
  /** Whether postrider's own suppression list decides. Only one list does. */
  suppression: boolean;
}

/** @throws {ManageError} if accounts are no tenants */
export function tenancyOf({ tenants }: { tenants?: Tenancy | undefined }): Tenancy {
  if (tenants) return tenants;
  throw new ManageError('This deployment has no tenants: set "tenants": true and deploy');
}

const stackTag = 'postrider-stack';

/** What a run of `setUpTenant` did for an account. Its resources are ARNs. */
export interface TenantSetUp {
  accountId: string;
  created: boolean;
  associated: string[];
  /** The senders that SES does not know yet. */
  missing: string[];
}

/** Makes an account's tenant, and what it lacks. Run again, it changes nothing. */
export async function setUpTenant(tenancy: Tenancy, accountId: string): Promise<TenantSetUp> {
  const { calls, stack, policy, suppression } = tenancy;
  const created = await calls.create({
    name: accountId,
    tags: { [stackTag]: stack },
    suppressedReasons: suppression ? [] : ['BOUNCE', 'COMPLAINT'],
  });
  const tenant = await calls.find(accountId);
  if (!tenant)
    throw new ManageError(`SES has deleted the tenant ${accountId} meanwhile: run this again`);
  const there = created ? [] : await calls.resources(accountId);
  const result: TenantSetUp = { accountId, created, associated: [], missing: [] };
  for (const arn of resourcesOf(tenancy, tenant.arn)) {
    if (there.includes(arn)) continue;
    const list = (await calls.associate(accountId, arn)) ? result.associated : result.missing;
    list.push(arn);
  }
  await calls.setPolicy(tenant.arn, policyArn(tenant.arn, policy));
  return result;
}

/** What a mail of an account may name, which SES demands to be associated with its tenant, as ARNs. */
export function resourcesOf(
  { configurationSet, senders }: Pick<Tenancy, 'configurationSet' | 'senders'>,
  tenantArn: string,
): string[] {
  const [place] = tenantArn.split(':tenant/');
  const identities = senders.filter((sender) => sender !== '*').map((one) => `identity/${one}`);
  return [`configuration-set/${configurationSet}`, ...identities].map((one) => `${place}:${one}`);
}

/** `arn:aws:ses:eu-central-1:aws:reputation-policy/standard` */
function policyArn(tenantArn: string, policy: string): string {
  const [arn, partition, service, region] = tenantArn.split(':');
  return [arn, partition, service, region, 'aws', `reputation-policy/${policy}`].join(':');
}

/** Deletes an account's tenant; false if it has none, or another stack made it. */
export async function removeTenant(
  { calls, stack }: Pick<Tenancy, 'calls' | 'stack'>,
  accountId: string,
): Promise<boolean> {
  const tenant = await calls.find(accountId);
  if (tenant?.tags[stackTag] !== stack) return false;
  await calls.remove(accountId);
  return true;
}
