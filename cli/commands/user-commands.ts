import type { Command } from 'commander';
import { accountRecord, chosenAccount } from '../../shared/manage/accounts.ts';
import { withUsers } from '../connection/connect.ts';
import type { Deployment } from '../connection/deployment.ts';
import { inSession } from '../connection/session.ts';
import { dismissUser, type Invited, inviteUser } from '../operate/invitations.ts';
import { listUsers } from '../operate/users.ts';
import { type AccountOption, accountOption, example } from '../terminal/options.ts';
import { table } from '../terminal/result.ts';

/** `user …`: who may use the dashboard of a deployment on AWS. */
export function addUserCommands(program: Command): void {
  const user = program.command('user').description('who may use the dashboard on AWS');
  addInvite(user);
  addList(user);
  addRemove(user);
}

function addInvite(user: Command): void {
  user
    .command('invite')
    .description("invite somebody to an account's dashboard by e-mail; again, to mail it again")
    .argument('<email>', 'the address to sign in with')
    .option(...accountOption)
    .addHelpText(
      ...example('user invite ann@example.com --account acc_0a1B2c3D4e5F6g7H --stack postrider'),
    )
    .action((email: string, options: AccountOption, command: Command) =>
      inSession(command, async ({ ports: given, deployment, progress }) => {
        const ports = withUsers(given, deployment);
        progress('Inviting');
        const accountId = await chosenAccount(ports, options.account);
        const invited = await inviteUser(ports, { accountId, email });
        return { json: invited, text: invitedText(invited, deployment) };
      }),
    );
}

function addList(user: Command): void {
  user
    .command('list')
    .description('list who may use a dashboard')
    .option('--account <id>', 'only those of this account')
    .addHelpText(...example('user list --stack postrider'))
    .action((options: AccountOption, command: Command) =>
      inSession(command, async ({ ports: given, deployment, progress }) => {
        const ports = withUsers(given, deployment);
        progress('Reading the users');
        if (options.account !== undefined) await accountRecord(ports, options.account);
        const users = await listUsers(ports, options.account);
        const rows = users.map(({ email, accountId, invitedAt }) => [email, accountId, invitedAt]);
        return { json: { users }, text: table(['EMAIL', 'ACCOUNT', 'INVITED'], rows) };
      }),
    );
}

function addRemove(user: Command): void {
  user
    .command('remove')
    .description('take the dashboard away from somebody, with the next request')
    .argument('<email>', 'the address that was invited')
    .addHelpText(...example('user remove ann@example.com --stack postrider'))
    .action((email: string, _options: object, command: Command) =>
      inSession(command, async ({ ports: given, deployment, progress }) => {
        const ports = withUsers(given, deployment);
        progress('Removing');
        const removed = await dismissUser(ports, email);
        const text = `${removed.email} is removed: the dashboard refuses the next request.`;
        return { json: removed, text };
      }),
    );
}

function invitedText({ email, accountId, invitation }: Invited, { signIn }: Deployment): string {
  const where = 'none' in signIn ? '' : `: ${signIn.dashboardUrl}`;
  const may = `${email} may use the dashboard of ${accountId}${where}`;
  if (invitation === 'none') return `${may}\nNo mail was sent: there is a password already.`;
  const again = invitation === 'sent again' ? ' again' : '';
  return `${may}\nA temporary password was mailed${again}; it is good for seven days.`;
}
