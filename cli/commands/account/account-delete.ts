import type { Command } from 'commander';
import { type Account, showAccount } from '../../../shared/manage/accounts.ts';
import { listKeys } from '../../../shared/manage/keys.ts';
import { listTemplates } from '../../../shared/manage/templates/templates.ts';
import { objectsOf, withUsers } from '../../connection/connect.ts';
import { inAccount, type Session } from '../../connection/session.ts';
import { subcommand } from '../../terminal/options.ts';
import { oneLine } from '../../terminal/result.ts';
import { counted } from '../../terminal/text.ts';
import { type DeleteAccountPorts, deleteAccount } from '../../upkeep/delete-account.ts';
import { pendingOf } from '../../upkeep/requeue-messages.ts';
import { listUsers } from '../../upkeep/users.ts';

/** `account delete`, permanent: without `--yes`. The user types the account's name, or passes it in `--confirm`. */
export function addDelete(account: Command): void {
  subcommand(account, 'delete', {
    about: 'delete an account permanently, with its keys, templates and users',
    example: 'account delete acc_0a1B2c3D4e5F6g7H --confirm Acme',
  })
    .argument('<account>', "the account's id")
    .option('--confirm <name>', "the account's name, instead of typing it when asked")
    .action((_id: string, { confirm }: { confirm?: string }, command: Command) =>
      inAccount(command, 'Reading the account', async (session) => {
        const shown = await showAccount(session.ports, session.accountId);
        if (!(await isConfirmed(session, shown, { confirm, command }))) {
          const json = { accountId: shown.accountId, deleted: false };
          return { json, text: 'Nothing was deleted.', exitCode: 1 };
        }
        session.progress(`Deleting ${oneLine(shown.name)}`);
        const deleted = await deleteAll(session, shown);
        const { accountId, name } = shown;
        return { json: { accountId, name, deleted }, text: deletedText(shown, deleted) };
      }),
    );
}

/** Asks the person for the account's name, unless --confirm has it. Exported so that a test can answer the prompt. */
export async function isConfirmed(
  session: Session,
  account: Account,
  { confirm, command }: { confirm: string | undefined; command: Command },
): Promise<boolean> {
  const { accountId, name } = account;
  const quoted = JSON.stringify(name);
  if (confirm?.trim() === name) return true;
  if (confirm !== undefined) {
    const given = JSON.stringify(confirm);
    return command.error(`error: --confirm names ${given}, but ${accountId} is ${quoted}`);
  }
  if (!session.interactive) {
    return command.error(
      `error: cannot ask without a terminal: add --confirm ${quoted} to delete the account`,
    );
  }
  session.line(`\n${await describe(session, account)}\n`);
  const typed = await session.ask(`It cannot be undone. Type ${oneLine(name)} to continue: `);
  return typed === oneLine(name);
}

async function describe(session: Session, { accountId, name }: Account): Promise<string> {
  const { ports } = session;
  const { dashboard } = portsOf(session);
  const [keys, templates, users, pending] = await Promise.all([
    listKeys(ports, accountId),
    listTemplates(ports, accountId),
    dashboard === null ? [] : listUsers({ ...ports, ...dashboard }, accountId),
    pendingOf(ports, accountId, {}),
  ]);
  const active = keys.filter(({ status }) => status === 'active').length;
  const having = [
    counted(active, 'active API key'),
    counted(templates.length, 'template'),
    counted(users.length, 'user'),
    ...(pending.length > 0 ? [counted(pending.length, 'scheduled message')] : []),
  ];
  return `${oneLine(name)} (${accountId}) has ${having.join(', ')}. The keys stop working first.`;
}

type Deleted = Awaited<ReturnType<typeof deleteAll>>;

async function deleteAll(session: Session, { accountId }: Account) {
  const templates = await listTemplates(session.ports, accountId);
  try {
    const { deleted, cancelled } = await deleteAccount(portsOf(session), accountId, {
      keepMessages: true,
    });
    const { keys, users, webhooks, messages: suppressed } = deleted;
    return { keys, templates: templates.length, users, webhooks, suppressed, cancelled };
  } catch (fault) {
    session.line('A part of the account may be deleted: run it again, which deletes the rest.');
    throw fault;
  }
}

function portsOf({ ports, deployment }: Session): DeleteAccountPorts {
  const dashboard = 'none' in deployment.signIn ? null : withUsers(ports, deployment);
  const mails = deployment.replies && objectsOf(deployment, deployment.replies.bucket);
  return { ...ports, dashboard, removeMail: mails?.remove };
}

function deletedText({ accountId, name }: Account, deleted: Deleted): string {
  const gone = [
    counted(deleted.keys, 'API key'),
    counted(deleted.templates, 'template'),
    counted(deleted.users, 'user'),
    counted(deleted.webhooks, 'webhook'),
    deleted.suppressed === 1
      ? '1 suppressed address'
      : `${deleted.suppressed} suppressed addresses`,
  ];
  return [
    `${oneLine(name)} (${accountId}) is deleted, with ${gone.join(', ')}.`,
    ...(deleted.cancelled > 0
      ? [`${counted(deleted.cancelled, 'scheduled message')} will not be sent: CANCELLED.`]
      : []),
    'The records of its messages stay until they expire.',
  ].join('\n');
}
