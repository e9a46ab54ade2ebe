import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { atDesk, type GlobalOptions } from '../connection/session.ts';
import { deploy } from '../deploy/deploy.ts';
import { deployedResult, stoppedResult } from '../deploy/deployed-text.ts';
import { cdkCli } from '../deploy/stack/cdk.ts';
import { talkAt } from '../deploy/talk.ts';
import type { DeployOptions } from '../deploy/work.ts';
import { example } from '../terminal/options.ts';

/** CloudFormation answers about ten questions a second, and everybody in the account shares them. */
const pauseMs = 3000;

/** `deploy`: brings a stack on AWS to what the settings say. */
export function addDeployCommand(program: Command): void {
  program
    .command('deploy')
    .description('deploy into your AWS account, or change what is deployed')
    .option(
      '--sender <address>',
      'an address or a domain that mails come from: written into settings.json once you agree',
    )
    .option('--yes', 'do not ask, unless data would be lost', false)
    .option('--dry-run', 'show what would change, and stop', false)
    .option('--replace-data', 'go on where tables in use would be replaced by empty ones', false)
    .addHelpText(...example('deploy --environment staging --sender hello@example.com'))
    .action((_: object, command: Command) => {
      const options: DeployOptions & GlobalOptions = command.optsWithGlobals();
      if (options.stack !== undefined) {
        command.error(
          'error: --stack is a setting here: stackName in settings.json, or --environment',
        );
      }
      return atDesk(command, async (desk) => {
        const wait = (signal?: AbortSignal) =>
          sleep(pauseMs, undefined, { ...(signal && { signal }) });
        const ports = { cdk: cdkCli(), talk: talkAt(desk), wait };
        const outcome = await deploy(options, ports);
        if (!('stopped' in outcome)) return deployedResult(outcome);
        if (outcome.stopped !== 'unasked') return stoppedResult(outcome);
        return command.error('error: there is no terminal to ask at: --yes deploys this');
      });
    });
}
