import { userPoolClient } from '../../../cli/aws/user-pool.ts';
import {
  addUser,
  dismissUser,
  inviteUser,
  listUsers,
  takeAccount,
} from '../../../cli/upkeep/users.ts';
import { atTerminal } from '../../../shared/adapters/call-times.ts';
import { deleteUser, readUser } from '../../../shared/adapters/tables/users-table.ts';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { poolId, startCognitoStub } from '../../cognito-stub.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { beforeEach, expect, test } from '../../jest.ts';
import { startDeployment } from '../../management.ts';

const deployment = await startDeployment();
const cognito = await startCognitoStub();
process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER = cognito.endpoint;
process.env.AWS_ACCESS_KEY_ID = 'test';
process.env.AWS_SECRET_ACCESS_KEY = 'test';
const client = userPoolClient(atTerminal, { region: 'us-east-1' });
const ports = { ...deployment.ports, userPool: { client, id: poolId } };
const acme = (await createAccount(deployment.ports, { name: 'Acme', plan: 'free' })).accountId;
const other = (await createAccount(deployment.ports, { name: 'Other', plan: 'free' })).accountId;
atEndOfFile(() => client.destroy());
beforeEach(async () => {
  const emails = (await listUsers(ports)).map(({ email }) => email);
  for (const email of new Set(emails)) await dismissUser(ports, email);
  cognito.users.clear();
  cognito.invitations.length = 0;
  cognito.calls.length = 0;
  cognito.loses = () => false;
});

const ann = 'ann@example.com';
const invite = (accountId: string, email = ann) => inviteUser(ports, { accountId, email });

function subOf(email: string): string {
  return cognito.users.get(email)?.sub ?? '';
}

test('an invitation creates a user of the pool, mails the password and adds the row', async () => {
  const invited = await invite(acme, 'Ann@Example.com');

  expect(cognito.users.get(ann)?.attributes).toEqual({ email: ann, email_verified: 'true' });
  expect(cognito.invitations).toEqual([ann]);
  const row = {
    sub: subOf(ann),
    accountId: acme,
    email: ann,
    invitedAt: '1970-01-01T00:00:00.000Z',
  };
  expect(invited).toEqual({ ...row, invitation: 'sent' });
  expect(await readUser(ports.users, subOf(ann))).toEqual(row);
});

test('an invitation is mailed again to a user who has not signed in yet', async () => {
  const first = await invite(acme);

  const second = await invite(acme);

  expect(second).toEqual({ ...first, invitation: 'sent again' });
  expect(cognito.invitations).toEqual([ann, ann]);
});

test('a user who has signed in gets no second invitation', async () => {
  const first = await invite(acme);
  Object.assign(cognito.users.get(ann) ?? {}, { status: 'CONFIRMED' });

  const second = await invite(acme);

  expect(second).toEqual({ ...first, invitation: 'none' });
  expect(cognito.invitations).toEqual([ann]);
});

test('an invitation that was interrupted between the pool and the table is completed by the next one', async () => {
  const interrupted = deployment.withFaults(
    ({ operation }) => (operation === 'PutItem' ? 'cut' : 'pass'),
    ({ users }) => inviteUser({ ...ports, users }, { accountId: acme, email: ann }),
  );
  await expect(interrupted).rejects.toThrow();
  const there = await listUsers(ports);

  const again = await invite(acme);

  expect(there).toEqual([]);
  expect(again).toMatchObject({ sub: subOf(ann), accountId: acme, invitation: 'sent again' });
  expect(await listUsers(ports)).toHaveLength(1);
});

test('an invitation whose answer was lost makes one user', async () => {
  cognito.loses = (operation, nth) => operation === 'AdminCreateUser' && nth === 1;

  const invited = await invite(acme);

  expect([...cognito.users.keys()]).toEqual([ann]);
  expect(await readUser(ports.users, subOf(ann))).toMatchObject({ accountId: acme, email: ann });
  expect(invited.sub).toBe(subOf(ann));
});

test('an invitation replaces the row of a user whom the pool no longer has', async () => {
  const { sub: former } = await invite(other);
  cognito.users.clear();

  await invite(acme);

  expect(await readUser(ports.users, former)).toBeNull();
  expect((await listUsers(ports)).map(({ accountId }) => accountId)).toEqual([acme]);
});

test.each([
  ['an unknown account', 'acc_none', ann, 'There is no account acc_none'],
  ['an address that is none', '', 'ann@', '"ann@" is not a valid email address: '],
])('an invitation for %s is refused before any call', async (_, accountId, email, sentence) => {
  await expect(invite(accountId || acme, email)).rejects.toThrow(sentence);

  expect(cognito.calls).toEqual([]);
});

test("a removal deletes the user's row and the user", async () => {
  const { sub } = await invite(acme);

  const removed = await dismissUser(ports, 'ANN@example.com');

  expect(removed).toEqual({ email: ann, removed: true, accounts: [] });
  expect(await readUser(ports.users, sub)).toBeNull();
  expect(cognito.users.size).toBe(0);
});

test('a removal from one account leaves the user the others, and the last one takes the user away', async () => {
  const { sub } = await invite(acme);
  await invite(other);

  const one = await dismissUser(ports, ann, acme);
  const twice = dismissUser(ports, ann, acme);
  await expect(twice).rejects.toThrow(`${ann} may not open the dashboard of ${acme}`);
  const left = await readUser(ports.users, sub);
  const last = await dismissUser(ports, ann, other);

  expect(one).toEqual({ email: ann, removed: true, accounts: [other] });
  expect(left).toMatchObject({ sub, accountId: other });
  expect(last).toEqual({ email: ann, removed: true, accounts: [] });
  expect([await readUser(ports.users, sub), cognito.users.size]).toEqual([null, 0]);
});

test('a removal keeps the user if the row cannot be deleted', async () => {
  const { sub } = await invite(acme);
  const interrupted = deployment.withFaults(
    ({ operation }) => (operation === 'DeleteItem' ? 'cut' : 'pass'),
    ({ users }) => dismissUser({ ...ports, users }, ann),
  );

  await expect(interrupted).rejects.toThrow();

  expect(subOf(ann)).toBe(sub);
  expect(cognito.calls).not.toContain('AdminDeleteUser');
});

test('a removal that was interrupted after the table is completed by the next one', async () => {
  const { sub } = await invite(acme);
  await deleteUser(ports.users, sub);

  await dismissUser(ports, ann);

  expect(cognito.users.size).toBe(0);
});

test('a removal deletes the row of a user whom the pool no longer has', async () => {
  const { sub } = await invite(acme);
  cognito.users.clear();

  await dismissUser(ports, ann);

  expect(await readUser(ports.users, sub)).toBeNull();
});

test('a removal of a user who was never invited is refused', async () => {
  await expect(dismissUser(ports, 'bob@example.com')).rejects.toMatchObject({
    message: 'There is no user bob@example.com',
    code: 'unknown',
    hint: 'user list shows the users',
  });
});

const tables = { ...deployment.ports, users: deployment.tables.users };
const { accountId } = await createAccount(deployment.ports, { name: 'Acme', plan: 'free' });

const invitedAt = '1970-01-01T00:00:00.000Z';
const later = () => ({ ...tables, now: () => new Date(1e12) });

test('a user of a dashboard may open several accounts, and keeps the others when one is taken', async () => {
  const other = (await createAccount(deployment.ports, { name: 'Other', plan: 'free' })).accountId;
  const bob = { sub: 's-2', email: 'bob@example.com' };
  await addUser(tables, { ...bob, accountId });
  const joined = await addUser(later(), { ...bob, accountId: other });
  await addUser(later(), { ...bob, accountId: other });
  const members = await listUsers(ports);
  const both = await readUser(ports.users, 's-2');

  const left = both && (await takeAccount(tables, both, accountId));
  const again = both && takeAccount(tables, both, accountId);

  expect(joined).toEqual({ ...bob, accountId: other, invitedAt });
  expect(members).toEqual([
    { ...bob, accountId, invitedAt },
    { ...bob, accountId: other, invitedAt },
  ]);
  expect(both).toEqual({ ...bob, accountId, otherAccounts: [other], invitedAt });
  expect(left).toEqual([other]);
  await expect(again).rejects.toThrow('The accounts of bob@example.com changed at the same time');
  expect(await readUser(ports.users, 's-2')).toEqual({ ...bob, accountId: other, invitedAt });
  expect(await listUsers(tables, accountId)).toEqual([]);
});

test.each(['', 'x'.repeat(3000), 'ü'])("a dashboard's user cannot have id %j", async (sub) => {
  expect(await readUser(ports.users, sub)).toBeNull();
});
