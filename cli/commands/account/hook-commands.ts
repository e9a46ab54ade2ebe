import { type Command, InvalidArgumentError } from 'commander';
import { isId } from '../../../shared/id.ts';
import type { ShownHook } from '../../../shared/keys/hook.ts';
import { looksLikeHookId } from '../../../shared/keys/ids.ts';
import { deleteKey, listKeys } from '../../../shared/manage/keys.ts';
import { doorsUrlOf } from '../../connection/doors-url.ts';
import { inAccount } from '../../connection/session.ts';
import { accountOption, subcommand } from '../../terminal/options.ts';
import { fields, table } from '../../terminal/result.ts';
import { shellWord } from '../../terminal/text.ts';
import { createHook } from './hooks.ts';

interface CreateOptions {
  name: string;
  project: string;
  template?: ShownHook['templates'];
  test?: true;
}

export function addHookCommands(program: Command): void {
  const hook = program
    .command('hook')
    .description(
      'manage hooks: addresses that another service calls, so that postrider sends its mails',
    );
  addCreate(hook.command('create').description('create a hook for a service'));
  addList(hook);
  addDelete(hook);
}

/** `hook create supabase`: the only command that prints the secret of a hook. */
function addCreate(create: Command): void {
  subcommand(create, 'supabase', {
    about:
      'create a Send Email hook for a Supabase project; its address and secret are shown once (docs/doors.md)',
    example:
      'hook create supabase --name app --project https://abcd.supabase.co --template signup=welcome',
  })
    .requiredOption('--name <name>', 'what uses the hook: production, staging …')
    .requiredOption(
      '--project <url>',
      "the address of the Supabase project, for the mails' links",
      readProject,
    )
    .option(
      '--template <action=id>',
      'the template of an action: signup, invite, magiclink, recovery, email_change, email or reauthentication; repeatable; default: supabase- and the action, as supabase-email-change',
      readTemplate,
    )
    .option('--test', 'mails of this hook are captured, and no person gets them')
    .option(...accountOption)
    .action(({ template: templates = {}, ...given }: CreateOptions, command: Command) =>
      inAccount(command, 'Creating the hook', async ({ ports, accountId, deployment }) => {
        const doorsUrl = doorsUrlOf(deployment);
        const options = { test: false, ...given, templates };
        const { hookId, ...made } = await createHook(ports, accountId, options);
        const url = `${doorsUrl}/supabase/${hookId}`;
        // As Supabase's form takes it.
        const secret = `v1,${made.secret}`;
        const shown = fields([
          ['hook', hookId],
          ['address', url],
          ['secret', secret],
          ['templates', templatesText({ templates })],
        ]);
        return {
          json: { hookId, url, secret },
          text: `${shown}\n\nThe secret is shown only this once. In Supabase, enter the address and the secret under\nAuthentication, Auth Hooks, Send Email.`,
        };
      }),
    );
}

/** Without the slash at the end. Plain HTTP is for a project on this machine. */
function readProject(text: string): string {
  const shape = /^(https:\/\/[\w.-]+|http:\/\/(127\.0\.0\.1|localhost))(:\d+)?\/?$/i;
  if (shape.test(text) && URL.canParse(text)) return new URL(text).origin;
  throw new InvalidArgumentError(
    'It must be an address such as https://abcd.supabase.co, without a path.',
  );
}

function readTemplate(text: string, before: ShownHook['templates'] = {}): ShownHook['templates'] {
  const [, action = '', id = ''] = /^([a-z][a-z_]{0,39})=(.+)$/.exec(text) ?? [];
  if (isId(id)) return { ...before, [action]: id };
  throw new InvalidArgumentError("It must be an action and a template's id, as in signup=welcome.");
}

function addList(hook: Command): void {
  subcommand(hook, 'list', {
    about: 'list the hooks of an account, including deleted ones',
    example: 'hook list --account acc_0a1B2c3D4e5F6g7H',
  })
    .option(...accountOption)
    .action((_: object, command: Command) =>
      inAccount(command, 'Reading the hooks', async ({ ports, accountId }) => {
        const keys = await listKeys(ports, accountId);
        const hooks = keys.flatMap(({ hook, ...key }) => (hook ? { ...key, ...hook } : []));
        const rows = hooks.map((each) => [
          ...[each.keyId, each.name, each.project, templatesText(each), each.mode],
          each.paused ? 'paused' : each.status,
        ]);
        const headings = ['HOOK', 'NAME', 'PROJECT', 'TEMPLATES', 'MODE', 'STATUS'];
        return { json: { hooks }, text: table(headings, rows) };
      }),
    );
}

type Templates = Pick<ShownHook, 'templates'>;

const ownTemplates = ({ templates }: Templates) =>
  Object.entries(templates).map(([action, id]) => `${action}=${id}`);

const templatesText = (hook: Templates) => [...ownTemplates(hook), 'supabase-*'].join(' ');

function addDelete(hook: Command): void {
  subcommand(hook, 'delete', {
    about: 'delete a hook; requests to it then get 401',
    example: 'hook delete hook_0a1B2c3D4e5F6g7H8i9J0k',
  })
    .argument('<hook>', "the hook's id")
    .option(...accountOption)
    .action((hookId: string, _: object, command: Command) => {
      if (!looksLikeHookId(hookId)) command.error('error: the id of a hook begins with hook_');
      return inAccount(command, 'Deleting the hook', async ({ ports, accountId }) => {
        const deleted = await deleteKey(ports, hookId, accountId);
        return { json: deleted, text: `Hook ${hookId} is deleted: requests to it now get 401.` };
      });
    });
}

/** The options of `hook create supabase` that create a hook like this one, quoted for a shell. */
export function hookOptions(hook: ShownHook): string {
  const own = ownTemplates(hook).map((each) => ` --template ${each}`);
  return `--project ${shellWord(hook.project)}${own.join('')}`;
}
