import { Command } from 'commander';
import { addAccountCommands } from './commands/account-commands.ts';
import { addCostCommand } from './commands/cost-command.ts';
import { addDeployCommand, addDestroyCommand } from './commands/deploy-commands.ts';
import { addDoctorCommands } from './commands/doctor-commands.ts';
import { addKeyCommands } from './commands/key-commands.ts';
import { addLogsCommand } from './commands/logs-command.ts';
import { addMessageCommands } from './commands/message-commands.ts';
import { addSelftestCommand } from './commands/selftest-commands.ts';
import { addSuppressionCommands } from './commands/suppression-commands.ts';
import { addTemplateCommands } from './commands/template-commands.ts';
import { addUserCommands } from './commands/user-commands.ts';
import { exampleText, program as name } from './terminal/options.ts';

/** Creates the program with all commands. For wrong usage, a command passes a text to `complain` and throws. */
export function createProgram(complain: (text: string) => void): Command {
  const program = new Command(name)
    .description(
      'Manage postrider: accounts, API keys, templates, messages and users of the local run or of a stack on AWS.',
    )
    .option('--json', 'print one JSON document on stdout')
    .option('--stack <name>', 'work on this stack on AWS instead of the local run')
    .option('--environment <name>', 'work on the stack of this environment in settings.json')
    .option('--region <region>', "the stack's region; default: the AWS profile's")
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeErr: complain })
    .exitOverride()
    .showHelpAfterError('(--help shows the usage)')
    .addHelpText('after', exampleText('template push templates --stack postrider'));
  addDeployCommand(program);
  addDestroyCommand(program);
  addAccountCommands(program);
  addKeyCommands(program);
  addTemplateCommands(program);
  addMessageCommands(program);
  addSuppressionCommands(program);
  addLogsCommand(program);
  addCostCommand(program);
  addUserCommands(program);
  addDoctorCommands(program);
  addSelftestCommand(program);
  return program;
}
