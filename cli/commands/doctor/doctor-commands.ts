import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { dataFolder } from '../../../lib/project.ts';
import { keysInPlan, listGatewayKeys } from '../../../shared/adapters/api-gateway-keys.ts';
import { listAccounts } from '../../../shared/adapters/tables/accounts-table.ts';
import { startCommand } from '../../../shared/command.ts';
import type { CheckResult } from '../../../shared/manage/doctor/check.ts';
import { NotKnown } from '../../../shared/manage/doctor/not-known.ts';
import { notMade, runChecks } from '../../../shared/manage/doctor/run-checks.ts';
import { once } from '../../../shared/once.ts';
import { tableStatus } from '../../aws/lookups.ts';
import { checkoutCode, codeInTemplate, stopBundling } from '../../checks/checkout-code.ts';
import { allChecks, checksOfLocalRun, type LocalPorts } from '../../checks/checks.ts';
import { readAllWebhooks, readOverdue } from '../../checks/read-tables.ts';
import { connect } from '../../connection/connect.ts';
import type { Deployment } from '../../connection/deployment.ts';
import { environmentTarget } from '../../connection/environment.ts';
import { localDeployment } from '../../connection/local-deployment.ts';
import { checkUsage, type GlobalOptions, withTerminal } from '../../connection/session.ts';
import { subcommand } from '../../terminal/options.ts';
import { examineOnAws } from './on-aws.ts';
import {
  exitCodeOf,
  type ReportTextOptions,
  reportJson,
  reportText,
  withEssential,
} from './report.ts';

export function addDoctorCommands(program: Command): void {
  subcommand(program, 'doctor', {
    about:
      'check the set-up, and say how to fix what is broken; exit code 1 if anything is broken, or if the deployment cannot be read',
    example: 'doctor --stack postrider --region eu-central-1',
  })
    .option('--all', 'list each check, also those that do not apply here')
    .action((shown: ReportTextOptions, command: Command) => {
      const options: GlobalOptions = command.optsWithGlobals();
      checkUsage(options, command);
      return withTerminal(command, async ({ progress }) => {
        progress('Checking the set-up');
        const checks = await examine(options);
        return {
          json: reportJson(checks),
          text: reportText(checks, shown),
          exitCode: exitCodeOf(checks),
        };
      });
    });
}

export async function examine({
  stack,
  region,
  environment,
}: GlobalOptions): Promise<CheckResult[]> {
  if (stack) return examineOnAws({ stack, region });
  if (environment !== undefined) {
    const target = environmentTarget(environment);
    return examineOnAws({ ...target, environment, region: region ?? target.region });
  }
  return examineLocalRun(await localDeployment(dataFolder()), dataFolder());
}

/** Makes the checks that apply to the local run, and lists the others as skipped. */
async function examineLocalRun(deployment: Deployment, dataFolder: string): Promise<CheckResult[]> {
  const { usagePlans, accounts, messages, now, tenants } = connect(deployment);
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
    tenants: async () => tenants ?? null,
    now,
  };
  const made = await runChecks<LocalPorts>(checksOfLocalRun, ports).finally(stopBundling);
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
