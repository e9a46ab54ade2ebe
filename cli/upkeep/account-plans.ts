import {
  createGatewayKey,
  gatewayKeyOf,
  isInPlan,
  isUnknownKey,
  joinPlan,
  keysInPlan,
  leavePlan,
} from '../../shared/adapters/api-gateway-keys.ts';
import {
  type AccountRecord,
  listAccounts,
  writeAccount,
} from '../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../shared/adapters/tables/change.ts';
import {
  type Account,
  accountChange,
  accountRecord,
  toAccount,
} from '../../shared/manage/accounts.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import { type Plan, plans } from '../../shared/plans.ts';

/**
 * Moves the API Gateway key of an account to a plan; `changed` is false if it is there. A second call completes an
 * interrupted move, and creates a key that was deleted by hand with the value that every API key of the account holds.
 */
export async function setPlan(
  ports: ManagePorts,
  accountId: string,
  plan: Plan,
): Promise<{ account: Account; changed: boolean }> {
  const record = await accountRecord(ports, accountId);
  const { gatewayKeyId } = record;
  const changed = record.plan !== plan || !(await isInPlan(ports.usagePlans, gatewayKeyId, plan));
  if (changed) {
    for (const other of plansToLeave(record.plan, plan)) {
      await leavePlan(ports.usagePlans, gatewayKeyId, other);
    }
    const joined = await joinWithKey(ports, record, plan);
    // To join the same plan again changes nothing that a person sees.
    const change =
      record.plan === plan
        ? alone
        : accountChange(ports, 'account.changed', record, { ...record, plan });
    await writeAccount(ports.accounts, accountId, { plan, gatewayKeyId: joined }, change);
  }
  return { account: toAccount({ ...record, plan }), changed };
}

/** Adds the missing API Gateway keys of accounts to their plans, for example after a deployment that made new plans. */
export async function restorePlans(ports: ManagePorts): Promise<void> {
  const { accounts, usagePlans } = ports;
  const records = await listAccounts(accounts);
  const byPlan = Map.groupBy(records, ({ plan }) => plan);
  for (const [plan, members] of byPlan) {
    const joined = await keysInPlan(usagePlans, plan);
    for (const { accountId, gatewayKeyId } of members) {
      if (!joined.has(gatewayKeyId)) await setPlan(ports, accountId, plan);
    }
  }
}

/** Adds the account's API Gateway key to a plan. Returns its id, a new one if the key had to be created again. */
async function joinWithKey(
  { usagePlans }: Pick<ManagePorts, 'usagePlans'>,
  record: AccountRecord,
  plan: Plan,
): Promise<string> {
  const { gatewayKeyId } = record;
  try {
    await joinPlan(usagePlans, gatewayKeyId, plan);
    return gatewayKeyId;
  } catch (error) {
    if (!isUnknownKey(error)) throw error;
    const made = await createGatewayKey(usagePlans, gatewayKeyOf(record));
    await joinPlan(usagePlans, made, plan);
    return made;
  }
}

/** The recorded plan comes last: between two plans API Gateway refuses all requests. */
function plansToLeave(current: Plan, next: Plan): Plan[] {
  const rest = (Object.keys(plans) as Plan[]).filter((plan) => plan !== current && plan !== next);
  return current === next ? rest : [...rest, current];
}
