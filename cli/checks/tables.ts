import { broken, ok, run, say, skipped } from '../../shared/manage/doctor/check.ts';
import { cli, type Where } from '../../shared/manage/doctor/where.ts';
import { type Plan, plans } from '../../shared/plans.ts';
import { listed, maxShown } from './listed.ts';
import type { DoctorCheck, DoctorPorts } from './ports.ts';

export const tableMissing: DoctorCheck<'where' | 'tables' | 'tableStatus'> = {
  code: 'table-missing',
  why: 'Every request that needs the table gets 500',
  async find({ where, tables, tableStatus }) {
    const [{ region }, names] = await Promise.all([where(), tables()]);
    const states = await Promise.all(names.map(tableStatus));
    const missing = names.filter((_, at) => states[at] === null);
    if (missing.length === 0) return ok(`${names.length} tables exist`);
    return broken(
      `Deleted: ${missing.join(', ')}`,
      say(
        'Restore it under its own name from the backup that DynamoDB keeps for 35 days, as in docs/runbook.md, "A lost table"',
      ),
      ...missing.map((name) =>
        run(
          `aws dynamodb list-backups --backup-type SYSTEM --table-name ${name} --region ${region}`,
        ),
      ),
    );
  },
};

export const noPointInTimeRecovery: DoctorCheck<
  'where' | 'tables' | 'wantsRecovery' | 'hasPointInTimeRecovery'
> = {
  code: 'no-point-in-time-recovery',
  why: 'Data that is deleted or overwritten by mistake cannot be restored',
  async find({ where, tables, wantsRecovery, hasPointInTimeRecovery }) {
    if (!(await wantsRecovery())) return skipped('The settings of this deployment switch it off');
    const [{ region }, names] = await Promise.all([where(), tables()]);
    const states = await Promise.all(names.map(hasPointInTimeRecovery));
    const without = names.filter((_, at) => states[at] === false);
    if (without.length === 0) return ok('Every table can be restored to any second');
    return broken(
      `Switched off: ${without.join(', ')}`,
      say('Switch it on'),
      ...without.map((name) =>
        run(
          `aws dynamodb update-continuous-backups --table-name ${name} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true --region ${region}`,
        ),
      ),
    );
  },
};

type Account = Awaited<ReturnType<DoctorPorts['accounts']>>[number];

export const planKeyMissing: DoctorCheck<'where' | 'accounts' | 'gatewayKeys' | 'keysInPlan'> = {
  code: 'plan-key-missing',
  why: "Every request of the account gets 503, or counts against another plan's rate",
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
      const fault = faultOf(account, keys, planOf(account.gatewayKeyId));
      return fault === null ? [] : [{ account, fault }];
    });
    if (all.length === 0) return ok('There is no account yet');
    if (faults.length === 0)
      return ok(
        `${all.length} of ${all.length} accounts have their API Gateway key in their usage plan`,
      );
    return broken(
      listed(
        faults.map(({ account, fault }) => `The API Gateway key of ${account.accountId} ${fault}`),
      ),
      say(
        "Put the API Gateway key into its account's usage plan; set-plan also creates a missing key",
      ),
      ...faults.slice(0, maxShown).map(({ account }) => run(commandFor(account, keys, place))),
    );
  },
};

function faultOf(
  { plan, gatewayKeyId }: Account,
  keys: ReadonlyMap<string, boolean>,
  found: Plan | undefined,
): string | null {
  if (!keys.has(gatewayKeyId)) return 'is gone';
  if (found === undefined) return 'is in no usage plan';
  if (found !== plan) return `is in plan ${found}, not ${plan}`;
  return keys.get(gatewayKeyId) ? null : 'is switched off';
}

function commandFor(
  { accountId, plan, gatewayKeyId }: Account,
  keys: ReadonlyMap<string, boolean>,
  { region, options }: Where,
): string {
  if (keys.get(gatewayKeyId) === false) {
    const patch = 'op=replace,path=/enabled,value=true';
    return `aws apigateway update-api-key --api-key ${gatewayKeyId} --patch-operations ${patch} --region ${region}`;
  }
  return cli(`account set-plan ${accountId} --plan ${plan}`, { options });
}
