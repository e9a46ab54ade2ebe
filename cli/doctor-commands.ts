import type { Command } from 'commander';
import type { CheckResult } from '../shared/manage/doctor/check.ts';
import { localDeployment } from './deployment.ts';
import { examineOnAws } from './doctor/on-aws.ts';
import { examineLocalRun } from './doctor/on-local-run.ts';
import { reportJson, reportText } from './doctor/report-text.ts';
import { environmentTarget } from './environment.ts';
import { example } from './options.ts';
import type { Result } from './result.ts';
import { atDesk, checkUsage, type GlobalOptions } from './session.ts';

/** `doctor`: what is wrong with a set-up, and how to mend it. */
export function addDoctorCommands(program: Command): void {
  program
    .command('doctor')
    .description(
      'check the set-up, and say how to mend what is broken; ends with 1 where something is',
    )
    .addHelpText(...example('doctor --stack postrider --region eu-central-1'))
    .action((_: object, command: Command) => {
      const options: GlobalOptions = command.optsWithGlobals();
      checkUsage(options, command);
      return atDesk(command, async ({ progress }) => {
        progress('Looking at the set-up');
        return toResult(await examine(options));
      });
    });
}

/** It finds its deployment by itself: one that is not there is what it is asked about. */
async function examine({ stack, region, environment }: GlobalOptions): Promise<CheckResult[]> {
  if (stack) return examineOnAws({ stack, region, environment: undefined, account: undefined });
  if (environment !== undefined) {
    const target = environmentTarget(environment);
    return examineOnAws({ ...target, environment, region: region ?? target.region });
  }
  const dataFolder = process.env.POSTRIDER_DATA || '.local';
  return examineLocalRun(await localDeployment(dataFolder), dataFolder);
}

function toResult(checks: readonly CheckResult[]): Result {
  const isBroken = checks.some(({ status }) => status === 'broken');
  return {
    json: reportJson(checks),
    text: reportText(checks),
    exitCode: isBroken ? 1 : 0,
  };
}
