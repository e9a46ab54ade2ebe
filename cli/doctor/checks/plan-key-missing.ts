import type { AccountRecord } from '../../../shared/adapters/tables/accounts-table.ts';
import { type Check, ok, run, say } from '../../../shared/manage/doctor/check.ts';
import { cli, type Where } from '../../../shared/manage/doctor/where.ts';
import { type Plan, plans } from '../../../shared/plans.ts';

export interface PlanKeyPorts {
  where: () => Promise<Pick<Where, 'region' | 'options'>>;
  accounts: () => Promise<Pick<AccountRecord, 'accountId' | 'plan' | 'gatewayKeyId'>[]>;
  /** Every API Gateway key of the region, and whether it is switched on. */
  gatewayKeys: () => Promise<ReadonlyMap<string, boolean>>;
  /** The keys in a plan. */
  keysInPlan: (plan: Plan) => Promise<ReadonlySet<string>>;
}

/** How many mends are printed; where more accounts are broken, the next run shows the next. */
const maxShown = 5;

export const planKeyMissing: Check<PlanKeyPorts> = {
  code: 'plan-key-missing',
  why: "Every request of the account is answered with 503, or counted by another plan's rate",
  async find({ where, accounts, gatewayKeys, keysInPlan }) {
    const names = Object.keys(plans) as Plan[];
    const [place, all, keys, ...inPlans] = await Promise.all([
      where(),
      accounts(),
      gatewayKeys(),
      ...names.map((plan) => keysInPlan(plan)),
    ]);
    const planOf = (keyId: string) => names.find((_, at) => inPlans[at]?.has(keyId));
    const faults = all.flatMap((account) => {
      const words = faultOf(account, keys, planOf(account.gatewayKeyId));
      return words === null ? [] : [{ ...account, words }];
    });
    if (all.length === 0) return ok('There is no account yet');
    if (faults.length === 0) return ok(`${all.length} of ${all.length} accounts have theirs`);
    const shown = faults.slice(0, maxShown);
    const more = faults.length - shown.length;
    return {
      status: 'broken',
      found: `${shown.map(({ words }) => words).join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
      mend: [
        say(
          'Put the API Gateway key into the plan of its account; set-plan creates a key that is gone',
        ),
        ...shown.map((fault) => mendOf(fault, keys, place)),
      ],
    };
  },
};

function faultOf(
  { accountId, plan, gatewayKeyId }: Pick<AccountRecord, 'accountId' | 'plan' | 'gatewayKeyId'>,
  keys: ReadonlyMap<string, boolean>,
  found: Plan | undefined,
): string | null {
  if (!keys.has(gatewayKeyId)) return `The API Gateway key of ${accountId} is gone`;
  if (found === undefined) return `The API Gateway key of ${accountId} is in no usage plan`;
  if (found !== plan) return `The API Gateway key of ${accountId} is in plan ${found}, not ${plan}`;
  return keys.get(gatewayKeyId) ? null : `The API Gateway key of ${accountId} is switched off`;
}

function mendOf(
  { accountId, plan, gatewayKeyId }: Pick<AccountRecord, 'accountId' | 'plan' | 'gatewayKeyId'>,
  keys: ReadonlyMap<string, boolean>,
  { region, options }: Pick<Where, 'region' | 'options'>,
) {
  if (keys.get(gatewayKeyId) === false) {
    const patch = 'op=replace,path=/enabled,value=true';
    return run(
      `aws apigateway update-api-key --api-key ${gatewayKeyId} --patch-operations ${patch} --region ${region}`,
    );
  }
  return run(cli(`account set-plan ${accountId} --plan ${plan}`, { options }));
}
