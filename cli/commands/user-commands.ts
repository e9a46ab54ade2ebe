import { type Command, Option } from 'commander';
import { accountRecord } from '../../shared/manage/accounts.ts';
import { type Role, roles, rolesGiven } from '../../shared/people/roles.ts';
import { withUsers } from '../connection/connect.ts';
import type { Deployment } from '../connection/deployment.ts';
import { inAccount, inSession } from '../connection/session.ts';
import { type AccountOption, accountOption, collect, subcommand } from '../terminal/options.ts';
import { table } from '../terminal/result.ts';
import {
  changeRoles,
  type Dismissed,
  dismissUser,
  type Invited,
  inviteUser,
  listUsers,
} from '../upkeep/users.ts';

export function addUserCommands(program: Command): void {
  const user = program
    .command('user')
    .description('manage the people who may use the dashboard on AWS');
  addInvite(user);
  addRole(user);
  addList(user);
  addRemove(user);
}

interface RoleOption {
  role?: string[];
}

const roleNames = roles.join(', ');

const roleOption = (about: string) =>
  new Option('--role <role>', `${about}: ${roleNames}; repeatable`).argParser(collect);

/** Any other text is wrong usage. */
const checkRoles = (names: readonly string[], command: Command): Role[] =>
  rolesGiven(names) ?? command.error(`error: option '--role <role>' must be one of ${roleNames}`);

function addInvite(user: Command): void {
  subcommand(user, 'invite', {
    about:
      "invite a person to an account's dashboard by e-mail; run it again to send the mail again",
    example:
      'user invite ann@example.com --account acc_0a1B2c3D4e5F6g7H --role author --stack postrider',
  })
    .argument('<email>', 'the address to sign in with')
    .option(...accountOption)
    .addOption(roleOption('what the person may do (default: admin)'))
    .option('--sub <sub>', "in a local run with --oidc-issuer: the person's id there")
    .action((email: string, { role, sub }: RoleOption & { sub?: string }, command: Command) => {
      const wanted = role && checkRoles(role, command);
      return inAccount(command, 'Inviting', async ({ ports, deployment, accountId }) => {
        const invitation = { accountId, email, roles: wanted, sub };
        const invited = await inviteUser(withUsers(ports, deployment), invitation);
        const text = invitedText(invited, deployment);
        return { json: invited, text: wanted ? text : `${text}${adminText(invited)}` };
      });
    });
}

function addRole(user: Command): void {
  subcommand(user, 'role', {
    about: 'replace all roles of a person in an account: they hold from the next request on',
    example: 'user role ann@example.com --account acc_0a1B2c3D4e5F6g7H --role author',
  })
    .argument('<email>', 'the address that was invited')
    .option(...accountOption)
    .addOption(roleOption('what the person may do').makeOptionMandatory())
    .action((email: string, { role = [] }: RoleOption, command: Command) => {
      const wanted = checkRoles(role, command);
      return inAccount(command, 'Changing roles', async ({ ports, deployment, accountId }) => {
        const change = { accountId, email, roles: wanted };
        const changed = await changeRoles(withUsers(ports, deployment), change);
        return { json: changed, text: `${holdText(changed)}.` };
      });
    });
}

function addList(user: Command): void {
  subcommand(user, 'list', {
    about: 'list the people who may use a dashboard',
    example: 'user list --stack postrider',
  })
    .option('--account <id>', 'list only the people of this account; default: of every account')
    .action(({ account }: AccountOption, command: Command) =>
      inSession(command, 'Reading the users', async (session) => {
        const ports = withUsers(session.ports, session.deployment);
        if (account !== undefined) await accountRecord(ports, account);
        const users = await listUsers(ports, account);
        const rows = users.map(({ email, accountId, roles: held, invitedAt }) => [
          ...[email, accountId, held.join(', '), invitedAt],
        ]);
        return { json: { users }, text: table(['EMAIL', 'ACCOUNT', 'ROLES', 'INVITED'], rows) };
      }),
    );
}

function addRemove(user: Command): void {
  subcommand(user, 'remove', {
    about: 'remove a person from one account or from all: the dashboard refuses their next request',
    example: 'user remove ann@example.com --stack postrider',
  })
    .argument('<email>', 'the address that was invited')
    .option(
      '--account <id>',
      'remove the person only from this account; default: from every account',
    )
    .action((email: string, { account }: AccountOption, command: Command) =>
      inSession(command, 'Removing', async ({ ports, deployment }) => {
        const removed = await dismissUser(withUsers(ports, deployment), email, account);
        return { json: removed, text: removedText(removed, account) };
      }),
    );
}

function removedText({ email, accounts }: Dismissed, account: string | undefined): string {
  if (accounts.length === 0)
    return `${email} is removed: the dashboard refuses their next request.`;
  return `${email} is removed from ${account}, and may still open ${accounts.join(', ')}.`;
}

const holdText = ({ email, accountId, roles: held }: Omit<Invited, 'invitation'>) =>
  `${email} is ${held.join(' and ')} of ${accountId}`;

const adminText = (invited: Invited) =>
  invited.roles.includes('admin')
    ? `\n${holdText(invited)}: name a role with --role to give less`
    : '';

function invitedText({ email, accountId, invitation }: Invited, { signIn }: Deployment): string {
  const where = 'none' in signIn ? '' : `: ${signIn.dashboardUrl}`;
  const may = `${email} may use the dashboard of ${accountId}${where}`;
  if ('none' in signIn || signIn.userPoolId === null) return may;
  if (invitation === 'none') return `${may}\nNo mail was sent: this user can sign in already.`;
  const again = invitation === 'sent again' ? ' again' : '';
  return `${may}\nA temporary password was mailed${again}; it is valid for seven days.`;
}
