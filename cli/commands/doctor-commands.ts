import type { Command } from 'commander';
import type { CheckResult } from '../../shared/manage/doctor/check.ts';
import { localDeployment } from '../connection/deployment.ts';
import { environmentTarget } from '../connection/environment.ts';
import { atDesk, checkUsage, type GlobalOptions } from '../connection/session.ts';
import { examineOnAws } from '../doctor/on-aws.ts';
import { examineLocalRun } from '../doctor/on-local-run.ts';
import { exitCodeOf } from '../doctor/outcome.ts';
import { type ReportTextOptions, reportJson, reportText } from '../doctor/report-text.ts';
import { example } from '../terminal/options.ts';
import type { Result } from '../terminal/result.ts';

/** `doctor`: what is wrong with a set-up, and how to fix it. */
export function addDoctorCommands(program: Command): void {
  program
    .command('doctor')
    .description(
      'check the set-up, and say how to fix what is broken; the exit code is 1 when something is broken, or when the deployment could not be looked at',
    )
    .option('--all', 'list the checks that have no meaning here, too')
    .addHelpText(...example('doctor --stack postrider --region eu-central-1'))
    .action((shown: ReportTextOptions, command: Command) => {
      const options: GlobalOptions = command.optsWithGlobals();
      checkUsage(options, command);
      return atDesk(command, async ({ progress }) => {
        progress('Looking at the set-up');
        return toResult(await examine(options), shown);
      });
    });
}

/** It finds its deployment by itself: one that is not there is what it is asked about. */
export async function examine({
  stack,
  region,
  environment,
}: GlobalOptions): Promise<CheckResult[]> {
  if (stack) return examineOnAws({ stack, region, environment: undefined, account: undefined });
  if (environment !== undefined) {
    const target = environmentTarget(environment);
    return examineOnAws({ ...target, environment, region: region ?? target.region });
  }
  const dataFolder = process.env.POSTRIDER_DATA || '.local';
  return examineLocalRun(await localDeployment(dataFolder), dataFolder);
}

function toResult(checks: readonly CheckResult[], shown: ReportTextOptions): Result {
  return {
    json: reportJson(checks),
    text: reportText(checks, shown),
    exitCode: exitCodeOf(checks),
  };
}
