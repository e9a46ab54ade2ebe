import type { Command } from 'commander';
import { createProgram } from '../../cli/program.ts';
import { toFailure } from '../../cli/terminal/failure.ts';
import { expect, test } from '../jest.ts';
import { wordsOf } from './in-process.ts';

async function failureOf(words: string[]) {
  const program = await createProgram(() => {}, words);
  const parsing = program.parseAsync(words, { from: 'user' });
  return toFailure(await parsing.catch((thrown: unknown) => thrown));
}

const revision = 'a revision must be a whole number from 1 to 99999999, found';
const limit = '--limit must be a whole number from 1 to 100, found';
const sends = '--sends must be a whole number from 0 to 999999999999, found';
const hook = 'hook create supabase --name app --project';
const oneChoice = 'name an event, a message or --since, and only one of them';
const from = 'template import --out templates --from';
const exclusive = '--all cannot be combined with --limit or --cursor';
const missing = /^A command is missing: --help lists the commands$/;

test.each([
  ['account create --name A --plan gold', /'gold' is invalid.*free, pro, team/],
  ['account create --name A', "required option '--plan <plan>' not specified"],
  ['account set-plan acc_1', "required option '--plan <plan>' not specified"],
  ['account spread acc_1 --parts 33', '--parts must be a whole number from 1 to 32, found "33"'],
  ['key create --name x --colour red', "unknown option '--colour'"],
  ['key create --name', "option '--name <name>' argument missing"],
  ['key delete', "missing required argument 'key'"],
  ['template rollback welcome', "missing required argument 'revision'"],
  ['template rollback welcome last', `${revision} "last"`],
  ['send welcome', "required option '--to <address>' not specified"],
  ['message list --state lost', /--state must be one of scheduled, .*complained, found "lost"/],
  ['message list --since yesterday', /--since must be a date such as.*found "yesterday"/],
  ['message list --since 2999-01-01', '--since must be a time in the past'],
  ['message list --limit 0', `${limit} "0"`],
  ['suppression list --limit all', `${limit} "all"`],
  ['account list --region eu-central-1', '--region needs --stack or --environment'],
  ['account list --stack', "option '--stack <name>' argument missing"],
  ['accuont list', /unknown command 'accuont' \(Did you mean account\?\)/],
  ['open mails', 'Allowed choices are dashboard, inbox.'],
  ['completion tcsh', 'Allowed choices are bash, zsh, fish.'],
  ['logs --status bad', '--status must be a number such as 500, found "bad"'],
  ['logs --endpoint other', "argument 'other' is invalid"],
  ['cost --sends=-1', `${sends} "-1"`],
  ['message list --revision 2', '--revision needs --template'],
  ['message list --all --limit 3', exclusive],
  ['render hello --var name', '--var must be NAME=VALUE, found "name"'],
  ['render hello --var =x', '--var must be NAME=VALUE, found "=x"'],
  [
    'render hello --var user.name=Ada',
    "--var sets whole variables, and user.name is a part of one: use --var-json 'user={…}'",
  ],
  ['render hello --var-json list=[1', '--var-json: the value of list must be JSON, found "[1"'],
  ['render hello --html --text', "option '--html' cannot be used with option '--text'"],
  ['template lint --rule colour=off', '--rule: there is no rule "colour", only invalid-template, '],
  ['template lint --rule missing-alt=maybe', '--rule must be CODE=off, CODE=warning or CODE=error'],
  ['template lint --rule invalid-template=off', 'invalid-template is always an error'],
  [
    'template lint --max-warnings few',
    '--max-warnings must be a whole number from 0 to 999999, found "few"',
  ],
  ['template lint templates --account acc_1', '--account is for stored templates'],
  ['template types --check', '--check needs --out'],
  ['template types templates --account acc_1', '--account is for stored templates'],
  ['template promote --sender a@b.example', '--sender must be OLD=NEW, found "a@b.example"'],
  ['template promote --sender a@b.example=c.example', /--sender: .* must both be addresses/],
  [
    'template promote --from x --from-stack X',
    '--from, --from-stack and --from-local name the same thing',
  ],
  [
    'template promote --to-region eu-central-1',
    '--to-region and --to-profile need --to or --to-stack',
  ],
  ['template replay', "missing required argument 'dir', or --draft"],
  ['template replay templates --last 1 --since 7d', '--last and --since exclude each other'],
  ['template replay templates --last 1001', '--last must be a whole number from 1 to 1000'],
  ['template new other --partial --layout', 'cannot be used with'],
  ['webhook resend', oneChoice],
  ['webhook resend evt_1 --since 2h', oneChoice],
  [`${from} postmark`, '--from postmark needs the folder that postmark templates pull wrote'],
  [`${from} ses pulled`, '--from ses reads no folder: leave it out'],
  [`${from} sendgrid`, '--from sendgrid needs --key-from: the environment variable with the key'],
  [
    `${from} mailgun --key-from KEY`,
    '--from mailgun needs --domain: the domain that has the templates',
  ],
  ['smtp --host 0.0.0.0', 'the password is an API key: give --tls-cert and --tls-key, or --allow'],
  ['smtp --tls-cert cert.pem', '--tls-cert and --tls-key need each other'],
  ['smtp --url api.example.com', '--url must be an address like https://api.example.com/doors'],
  [`${hook} https://abcd.supabase.co/auth`, 'without a path'],
  [`${hook} http://abcd.supabase.co`, 'It must be an address such as https://abcd.supabase.co'],
  [`${hook} abcd`, 'It must be an address such as https://abcd.supabase.co'],
  [`${hook} https://a.example --template signup`, "It must be an action and a template's id"],
  [`${hook} https://a.example --template A=b`, "It must be an action and a template's id"],
  ['hook delete key_1', 'the id of a hook begins with hook_'],
  ['account', missing],
  ['', missing],
])('the command line "%s" is wrong usage', async (line, sentence) => {
  expect(await failureOf(wordsOf(line))).toEqual({
    error:
      typeof sentence === 'string'
        ? expect.stringContaining(sentence)
        : expect.stringMatching(sentence),
    details: [],
    exitCode: 2,
  });
});

/** Every command by its group; commands without a group are in the group ''. */
const commands: Record<string, string> = {
  '': 'completion cost deploy destroy doctor init logs mcp open production-access render selftest send smtp usage',
  account:
    'approvals create delete export import list pause rename resume seeds set-plan show spread tenants',
  hook: 'delete list',
  'hook create': 'supabase',
  key: 'create delete list pause resume rotate show',
  message: 'cancel list receive reply requeue send show tail',
  suppression: 'add list remove',
  template:
    'approve delete diff discard-draft import lint list looks new pause promote publish pull push replay resume rollback show test types undelete versions',
  person: 'export find forget',
  trail: 'export list',
  user: 'invite list remove role',
  webhook: 'add delete edit failures list pause resend resume rotate show test',
};

test('the help of every command ends with an example', async () => {
  const commandsIn = (command: Command): Command[] =>
    command.commands.length > 0 ? command.commands.flatMap(commandsIn) : [command];
  const pathOf = (command: Command): string =>
    command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
  let help = '';
  const program = await createProgram(() => {});
  const examples = commandsIn(program).map((command) => {
    help = '';
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    return [pathOf(command), help.split('Example:\n  npm run -s postrider -- ')[1] ?? ''];
  });

  const paths = Object.entries(commands).flatMap(([group, names]) =>
    wordsOf(names).map((name) => `${group} ${name}`.trim()),
  );
  expect(examples.map(([path]) => path).sort()).toEqual(paths.sort());
  for (const [path = '', example = ''] of examples) {
    expect(example.startsWith(path)).toBe(true);
  }
});
