import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { type EnvironmentTarget, environmentSettings } from '../connection/environment.ts';
import { atDesk, type GlobalOptions } from '../connection/session.ts';
import { talkAt } from '../deploy/talk.ts';
import { type DestroyOptions, destroy } from '../destroy/destroy.ts';
import { destroyedResult } from '../destroy/destroyed-text.ts';
import { example } from '../terminal/options.ts';

/** As for a deployment: CloudFormation is asked at its own pace. */
const pauseMs = 3000;

type Given = Omit<DestroyOptions, 'target'> & GlobalOptions;

/** `destroy`: removes a stack from AWS. */
export function addDestroyCommand(program: Command): void {
  program
    .command('destroy')
    .description('remove a deployment from AWS; tables and users are kept unless --delete-data')
    .option('--yes', 'do not ask', false)
    .option('--delete-data', 'delete the tables and the users for good, too', false)
    .option('--confirm <name>', "the stack's name, instead of typing it when asked")
    .addHelpText(...example('destroy --environment staging'))
    .action((_: object, command: Command) => {
      const options: Given = command.optsWithGlobals();
      const target = targetOf(options, command);
      if (options.confirm !== undefined && options.confirm !== target.stack) {
        command.error(`error: --confirm names ${options.confirm}, and this is ${target.stack}`);
      }
      return atDesk(command, async (desk) => {
        const wait = (signal?: AbortSignal) =>
          sleep(pauseMs, undefined, { ...(signal && { signal }) });
        const ports = { talk: talkAt(desk), wait };
        const outcome = await destroy({ ...options, target }, ports);
        if (outcome === 'unasked') {
          const how = options.deleteData ? `--confirm ${target.stack}` : '--yes';
          return command.error(`error: there is no terminal to ask at: ${how} does it`);
        }
        if (outcome !== 'declined') return destroyedResult(outcome);
        return { json: { removed: 0 }, text: 'Nothing was removed.', exitCode: 1 };
      });
    });
}

/** The stack that is named, or the one of the settings. */
function targetOf({ stack, region, environment }: Given, command: Command): EnvironmentTarget {
  if (stack !== undefined && environment !== undefined) {
    command.error('error: --environment and --stack name the same thing: leave one out');
  }
  if (stack !== undefined) return { stack, region, account: undefined };
  const settings = environmentSettings(environment);
  return {
    stack: settings.stackName,
    region: region ?? settings.region,
    account: settings.account,
  };
}
