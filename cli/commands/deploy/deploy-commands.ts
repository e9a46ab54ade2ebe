import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { StackPlace } from '../../connection/deployment.ts';
import { environmentTarget } from '../../connection/environment.ts';
import { checkUsage, type GlobalOptions, withTerminal } from '../../connection/session.ts';
import { subcommand } from '../../terminal/options.ts';
import { cdkCli } from './cdk.ts';
import { deploy } from './deploy.ts';
import { deployedResult, stoppedResult } from './deployed-text.ts';
import { type DestroyOptions, destroy } from './destroy.ts';
import { destroyedResult } from './destroy-text.ts';
import type { DeployOptions } from './work.ts';

/** Between two calls. CloudFormation answers about ten calls a second for the whole AWS account. */
const pauseMs = 3000;

const wait = (signal?: AbortSignal) => sleep(pauseMs, undefined, { ...(signal && { signal }) });

/** `deploy`: creates a stack on AWS from the settings, or updates it. */
export function addDeployCommand(program: Command): void {
  subcommand(program, 'deploy', {
    about: 'deploy into your AWS account, or update what is deployed',
    example: 'deploy --environment staging --sender hello@example.com',
  })
    .option(
      '--sender <address>',
      'an address or a domain to send from; saved in postrider.json once you agree',
    )
    .option('--yes', 'do not ask, unless data would be lost', false)
    .option('--dry-run', 'show what would change, and stop', false)
    .option('--replace-data', 'continue if tables in use would be replaced by empty ones', false)
    .action((_: object, command: Command) => {
      const options: DeployOptions & GlobalOptions = command.optsWithGlobals();
      if (options.stack !== undefined) {
        command.error(
          'error: deploy does not accept --stack: set stackName in postrider.json, or name an --environment',
        );
      }
      return withTerminal(command, async (dialog) => {
        const outcome = await deploy(options, { cdk: cdkCli(), dialog, wait });
        if (!('stopped' in outcome)) return deployedResult(outcome);
        if (outcome.stopped !== 'unasked') return stoppedResult(outcome);
        return command.error('error: cannot ask without a terminal: add --yes to deploy this');
      });
    });
}

/** `destroy`: removes a stack from AWS. */
export function addDestroyCommand(program: Command): void {
  subcommand(program, 'destroy', {
    about: 'remove a deployment from AWS; without --delete-data tables and users are kept',
    example: 'destroy --environment staging',
  })
    .option('--yes', 'do not ask', false)
    .option('--delete-data', 'also delete the tables and the users for good', false)
    .option('--confirm <name>', "the stack's name, instead of typing it when asked")
    .action((_: object, command: Command) => {
      const options: Omit<DestroyOptions, 'target'> & GlobalOptions = command.optsWithGlobals();
      const { stack, region, environment, confirm, deleteData } = options;
      // Without --stack and --environment, postrider.json names the stack, and --region is allowed.
      if (stack !== undefined || environment !== undefined) checkUsage(options, command);
      const named: StackPlace = stack === undefined ? environmentTarget(environment) : { stack };
      const target = { ...named, region: region ?? named.region };
      if (confirm !== undefined && confirm !== target.stack) {
        command.error(`error: --confirm names ${confirm}, but the stack is ${target.stack}`);
      }
      return withTerminal(command, async (dialog) => {
        const outcome = await destroy({ ...options, target }, { dialog, wait });
        if (outcome === 'unasked') {
          const how = deleteData ? `--confirm ${target.stack}` : '--yes';
          return command.error(
            `error: cannot ask without a terminal: add ${how} to remove the stack`,
          );
        }
        if (outcome !== 'declined') return destroyedResult(outcome);
        return { json: { removed: 0 }, text: 'Nothing was removed.', exitCode: 1 };
      });
    });
}
