import type { Command } from 'commander';
import { createProgram } from '../../cli/program.ts';
import { toFailure } from '../../cli/terminal/failure.ts';
import { describe, expect, test } from '../jest.ts';

async function failureOf(words: string[]) {
  const program = await createProgram(() => {}, words);
  const parsing = program.parseAsync(words, { from: 'user' });
  return toFailure(await parsing.catch((thrown: unknown) => thrown));
}

describe('unknown commands', () => {
  test.each([
    [['account', 'create', '--name', 'A', '--plan', 'gold'], /'gold' is invalid.*free, pro, team/],
    [['account', 'create', '--name', 'A'], /required option '--plan <plan>' not specified/],
    [['account', 'create', '--plan', 'free'], /required option '--name <name>' not specified/],
    [['account', 'set-plan', 'acc_1'], /required option '--plan <plan>' not specified/],
    [
      ['account', 'spread', 'acc_1', '--parts', '33'],
      /--parts must be a whole number from 1 to 32, found "33"/,
    ],
    [['key', 'create', '--name', 'x', '--colour', 'red'], /unknown option '--colour'/],
    [['key', 'create', '--name'], /option '--name <name>' argument missing/],
    [['key', 'delete'], /missing required argument 'key'/],
    [['template', 'push'], /missing required argument 'dir'/],
    [['template', 'rollback', 'welcome'], /missing required argument 'revision'/],
    [
      ['template', 'rollback', 'welcome', 'last'],
      /a revision must be a whole number from 1 to 99999999, found "last"/,
    ],
    [
      ['template', 'rollback', 'welcome', '0'],
      /a revision must be a whole number from 1 to 99999999, found "0"/,
    ],
    [
      ['template', 'rollback', 'welcome', '1.5'],
      /a revision must be a whole number from 1 to 99999999, found "1.5"/,
    ],
    [['send', 'welcome'], /required option '--to <address>' not specified/],
    [['template', 'list', 'surplus'], /too many arguments/],
    [
      ['message', 'list', '--state', 'lost'],
      /--state must be one of sent, .*cancelled, found "lost"/,
    ],
    [
      ['message', 'list', '--since', 'yesterday'],
      /--since must be a date such as.*found "yesterday"/,
    ],
    [['message', 'list', '--since', '2026-02-30'], /--since must be a date such as.*"2026-02-30"/],
    [['message', 'list', '--since', '2999-01-01'], /--since must be a time in the past/],
    [
      ['message', 'list', '--limit', '0'],
      /--limit must be a whole number from 1 to 100, found "0"/,
    ],
    [
      ['message', 'list', '--limit', '101'],
      /--limit must be a whole number from 1 to 100, found "101"/,
    ],
    [['message', 'show'], /missing required argument 'message'/],
    [['suppression', 'add'], /missing required argument 'address'/],
    [
      ['suppression', 'list', '--limit', 'all'],
      /--limit must be a whole number from 1 to 100, found "all"/,
    ],
    [['account', 'list', '--region', 'eu-central-1'], /--region needs --stack or --environment/],
    [['account', 'list', '--stack'], /option '--stack <name>' argument missing/],
    [['accuont', 'list'], /unknown command 'accuont' \(Did you mean account\?\)/],
    [['account'], /^A command is missing: --help lists the commands$/],
    [[], /^A command is missing: --help lists the commands$/],
  ])('unknown commands are wrong usage: %j', async (words, sentence) => {
    expect(await failureOf(words)).toEqual({
      error: expect.stringMatching(sentence),
      details: [],
      exitCode: 2,
    });
  });
});

describe('the help', () => {
  const commandsIn = (command: Command): Command[] =>
    command.commands.length > 0 ? command.commands.flatMap(commandsIn) : [command];
  const pathOf = (command: Command): string =>
    command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

  test('the help of every command ends with an example', async () => {
    let help = '';
    const program = await createProgram(() => {});
    const examples = commandsIn(program).map((command) => {
      help = '';
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
      return [pathOf(command), help.split('Example:\n  npm run -s postrider -- ')[1] ?? ''];
    });

    expect(examples.map(([path]) => path).sort()).toEqual([
      ...[
        'account create',
        'account delete',
        'account export',
        'account import',
        'account list',
        'account seeds',
        'account set-plan',
        'account show',
        'account spread',
      ],
      ...['completion', 'cost', 'deploy', 'destroy', 'doctor', 'init'],
      ...['key create', 'key delete', 'key list', 'key show'],
      ...['logs', 'mcp'],
      ...['message cancel', 'message list', 'message requeue', 'message send', 'message show'],
      'message tail',
      ...['open', 'render', 'selftest', 'send'],
      ...['suppression add', 'suppression list', 'suppression remove'],
      ...[
        'template delete',
        'template diff',
        'template drop-draft',
        'template import',
        'template lint',
        'template list',
        'template new',
        'template promote',
        'template publish',
        'template pull',
        'template push',
        'template replay',
      ],
      ...[
        'template rollback',
        'template show',
        'template test',
        'template types',
        'template undelete',
      ],
      ...['template versions'],
      ...['usage', 'user invite', 'user list', 'user remove'],
      ...['webhook add', 'webhook delete', 'webhook failures', 'webhook list', 'webhook pause'],
      ...['webhook resend', 'webhook resume', 'webhook rotate', 'webhook show', 'webhook test'],
    ]);
    for (const [path = '', example = ''] of examples) {
      expect(example.startsWith(path)).toBe(true);
    }
  });
});
