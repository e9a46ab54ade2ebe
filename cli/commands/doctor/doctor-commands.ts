import type { Command } from 'commander';
import { dataFolder } from '../../../lib/project.ts';
import type { CheckResult } from '../../../shared/manage/doctor/check.ts';
import { localDeployment } from '../../connection/deployment.ts';
import { environmentTarget } from '../../connection/environment.ts';
import { checkUsage, type GlobalOptions, withTerminal } from '../../connection/session.ts';
import { subcommand } from '../../terminal/options.ts';
import { examineOnAws } from './on-aws.ts';
import { examineLocalRun } from './on-local-run.ts';
import { exitCodeOf, type ReportTextOptions, reportJson, reportText } from './report.ts';

/** `doctor`: finds what is wrong with a set-up, and says how to fix it. */
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

/** Makes all checks. One of them checks whether the deployment exists. */
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
