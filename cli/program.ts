import { Command } from 'commander';
import { version } from '../lib/home.ts';
import { program as name } from '../shared/command.ts';
import { exampleText } from './terminal/options.ts';

/** Loads what adds a command to the program. To load all commands takes twice as long as to load one. */
export type CommandModules = Readonly<Record<string, () => Promise<(program: Command) => void>>>;

/** The commands of the CLI, in the order of `--help`. */
const modules: CommandModules = {
  init: async () => (await import('./commands/init/init-command.ts')).addInitCommand,
  open: async () => (await import('./commands/open-command.ts')).addOpenCommand,
  deploy: async () => (await import('./commands/deploy/deploy-commands.ts')).addDeployCommand,
  destroy: async () => (await import('./commands/deploy/deploy-commands.ts')).addDestroyCommand,
  account: async () => (await import('./commands/account/account-commands.ts')).addAccountCommands,
  key: async () => (await import('./commands/account/key-commands.ts')).addKeyCommands,
  template: async () =>
    (await import('./commands/template/template-commands.ts')).addTemplateCommands,
  render: async () => (await import('./commands/render/render-command.ts')).addRenderCommand,
  send: async () => (await import('./commands/send/send-command.ts')).addSendCommand,
  message: async () => (await import('./commands/message/message-commands.ts')).addMessageCommands,
  suppression: async () =>
    (await import('./commands/message/suppression-commands.ts')).addSuppressionCommands,
  hook: async () => (await import('./commands/account/hook-commands.ts')).addHookCommands,
  webhook: async () => (await import('./commands/webhook/webhook-commands.ts')).addWebhookCommands,
  smtp: async () => (await import('./commands/smtp/smtp-command.ts')).addSmtpCommand,
  logs: async () => (await import('./commands/logs/logs-command.ts')).addLogsCommand,
  cost: async () => (await import('./commands/usage/cost-command.ts')).addCostCommand,
  usage: async () => (await import('./commands/usage/usage-command.ts')).addUsageCommand,
  person: async () => (await import('./commands/person-commands.ts')).addPersonCommands,
  trail: async () => (await import('./commands/trail-commands.ts')).addTrailCommands,
  user: async () => (await import('./commands/user-commands.ts')).addUserCommands,
  'production-access': async () =>
    (await import('./commands/production-access-command.ts')).addProductionAccessCommand,
  doctor: async () => (await import('./commands/doctor/doctor-commands.ts')).addDoctorCommands,
  mcp: async () => (await import('./commands/mcp/mcp-command.ts')).addMcpCommand,
  selftest: async () =>
    (await import('./commands/selftest/selftest-commands.ts')).addSelftestCommand,
};

/** `args`: the program gets the commands that these words name, else all. `complain` gets a text for wrong usage. */
export async function createProgram(
  complain: (text: string) => void,
  args: readonly string[] = [],
  more: CommandModules = {},
): Promise<Command> {
  const program = new Command(name)
    .description(
      'Manage postrider: accounts, API keys, templates, messages and users of the local run or of a stack on AWS.',
    )
    .version(version, '-V, --version', 'print the version of postrider')
    .option('--json', 'print one JSON document on stdout')
    .option('--stack <name>', 'work on this stack on AWS instead of the local run')
    .option('--environment <name>', 'work on the stack of this environment in postrider.json')
    .option('--region <region>', "the stack's region; default: the AWS profile's")
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeErr: complain })
    .exitOverride()
    .showHelpAfterError('(--help shows the usage)')
    .addHelpText('after', exampleText('template push templates --stack postrider'));
  const completion = async () => {
    const { addCompletionCommand } = await import('./commands/completion-command.ts');
    const whole = () => createProgram(complain, [], more);
    return (program: Command) => addCompletionCommand(program, whole);
  };
  const all = Object.entries({ ...more, ...modules, completion });
  const named = all.filter(([command]) => args.includes(command));
  for (const [, load] of named.length > 0 ? named : all) (await load())(program);
  return program;
}
