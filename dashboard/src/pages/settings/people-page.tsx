import type { User } from '../../../../functions/manage/contracts/users.ts';
import { type Role, roles } from '../../../../shared/people/roles.ts';
import { useAccount } from '../../api/account.ts';
import { useUsers } from '../../api/users.ts';
import { actionsColumn, timeColumn } from '../../parts/columns.tsx';
import { CodeBlock, CopyIcon } from '../../parts/copy.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { NameLine } from '../../parts/name.tsx';
import { Section } from '../../parts/section.tsx';
import { RowsWait } from '../../parts/skeletons.tsx';
import { Page } from '../../shell/page.tsx';
import { currentSession } from '../../sign-in/session.ts';

/** Read only: no request of a browser lets anyone in, or raises a role. */
export function Component() {
  const users = useUsers();
  const account = useAccount().data?.accountId ?? '';
  const isOpen = currentSession().user === null;
  return (
    <Page
      title="People"
      lead="Who may open this account, and what they may do. An operator changes that with the command line."
    >
      <Loaded query={users} what="The people could not be loaded" wait={<RowsWait rows={3} />}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={isOpen ? 'Everyone on this machine' : 'No people yet'}>
              {isOpen
                ? 'A local run has no sign-in. Start it with --as and a role to see the dashboard as that role does.'
                : 'An operator invites them with the command below.'}
            </Empty>
          ) : (
            <DataTable rows={all} columns={columnsOf(account)} keyOf={({ email }) => email} />
          )
        }
      </Loaded>
      <Section title="Invite a person" lead="The command mails a temporary password.">
        <CodeBlock
          text={commandOf('invite', 'ann@example.com', ['author'], account)}
          label="The command that invites a person"
        />
      </Section>
      <Section title="Roles" lead="A person can have several: their rights add up.">
        <DataTable rows={roles} columns={ofRoles} keyOf={(role) => role} />
      </Section>
    </Page>
  );
}

const commandOf = (verb: string, email: string, held: readonly string[], account: string) =>
  [
    `npm run -s postrider -- user ${verb} ${email} --account ${account}`,
    ...held.map((role) => `--role ${role}`),
  ].join(' ');

const columnsOf = (account: string): Column<User>[] => [
  {
    head: 'E-mail address',
    sortBy: ({ email }) => email,
    cell: ({ email }) => <NameLine fw={600}>{email}</NameLine>,
  },
  {
    head: 'Roles',
    width: '30%',
    sortBy: ({ roles: held }) => held.join(),
    cell: ({ roles: held }) => held.join(', ') || 'none that this version knows',
  },
  timeColumn('Invited', 128, ({ invitedAt }) => invitedAt),
  actionsColumn(({ email, roles: held }) => (
    <CopyIcon
      text={commandOf('role', email, held, account)}
      label={`Copy the command that changes the roles of ${email}`}
    />
  )),
];

const words: Readonly<Record<Role, string>> = {
  viewer: 'Sees templates, numbers and messages, but no recipients.',
  support:
    'Sees recipients and their mails, suppresses addresses, sends, cancels and pauses. Changes no template.',
  author: 'Writes drafts, and sends test mails to their own address. Sees no recipients.',
  publisher: 'Writes, publishes, pauses and deletes templates. Sees no recipients.',
  admin: 'Does all of this, and manages API keys, webhooks and the account’s name.',
};

const ofRoles: Column<Role>[] = [
  { head: 'Role', width: 120, cell: (role) => <NameLine fw={600}>{role}</NameLine> },
  { head: 'What it may do', cell: (role) => words[role] },
];
