import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keysInPlan, listGatewayKeys } from '../../../shared/adapters/api-gateway-keys.ts';
import { listAccounts } from '../../../shared/adapters/tables/accounts-table.ts';
import { startCommand } from '../../../shared/command.ts';
import type { CheckResult } from '../../../shared/manage/doctor/check.ts';
import { NotKnown } from '../../../shared/manage/doctor/not-known.ts';
import { once } from '../../../shared/manage/doctor/once.ts';
import { notMade, runChecks } from '../../../shared/manage/doctor/run-checks.ts';
import { tableStatus } from '../../aws/lookups.ts';
import { allChecks, type LocalPorts, localChecks } from '../../checks/checks.ts';
import { readOverdue } from '../../checks/overdue-messages.ts';
import { connect } from '../../connection/connect.ts';
import type { Deployment } from '../../connection/deployment.ts';
import { readAllWebhooks } from './all-webhooks.ts';
import { checkoutCode, stopBundling } from './checkout-code.ts';
import { codeInTemplate } from './deployed-template.ts';
import { withEssential } from './report.ts';

/** Makes the checks that apply to the local run, and lists the others as skipped. */
export async function examineLocalRun(
  deployment: Deployment,
  dataFolder: string,
): Promise<CheckResult[]> {
  const { usagePlans, accounts, messages, now } = connect(deployment);
  const ports: LocalPorts = {
    where: async () => ({ region: deployment.region ?? '', options: '' }),
    tables: async () => Object.values(deployment.tables),
    tableStatus: (name) => tableStatus({ client: accounts.client, name }),
    accounts: () => listAccounts(accounts),
    gatewayKeys: () => listGatewayKeys(usagePlans),
    keysInPlan: (plan) => keysInPlan(usagePlans, plan),
    checkoutCode,
    deployedCode: async () => codeInTemplate(await synthesisedTemplate(dataFolder)),
    deployCommand: async () => startCommand,
    webhooks: once(() => readAllWebhooks({ accounts, messages })),
    overdue: () => readOverdue({ accounts, messages, now }),
    now,
  };
  const made = await runChecks<LocalPorts>(localChecks, ports).finally(stopBundling);
  const checks = allChecks.map(
    (check) => made.find(({ code }) => code === check.code) ?? notMade(check, 'Only on AWS'),
  );
  return withEssential(checks, ['table-missing']);
}

/** The template that the local run synthesised when it started. */
async function synthesisedTemplate(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, 'cdk.out');
  const names = await readdir(folder).catch(() => []);
  const name = names.find((one) => one.endsWith('.template.json'));
  if (!name) throw new NotKnown(`There is no synthesised template in ${folder}`);
  return readFile(join(folder, name), 'utf8');
}
