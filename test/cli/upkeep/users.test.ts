import { userPoolClient } from '../../../cli/aws/user-pool.ts';
import {
  addUser,
  changeRoles,
  dismissUser,
  inviteUser,
  listUsers,
  takeAccount,
} from '../../../cli/upkeep/users.ts';
import { atTerminal } from '../../../shared/adapters/call-times.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { scanAll } from '../../../shared/adapters/tables/dynamodb.ts';
import { deleteUser, putUser, readUser } from '../../../shared/adapters/tables/users-table.ts';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { listTrail } from '../../../shared/manage/trail/trail.ts';
import { poolId, startCognitoStub } from '../../cognito-stub.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { beforeEach, describe, expect, test } from '../../jest.ts';
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
const invitedAt = '1970-01-01T00:00:00.000Z';
const invite = (accountId: string, email = ann) => inviteUser(ports, { accountId, email });

function subOf(email: string): string {
  return cognito.users.get(email)?.sub ?? '';
}

test('an invitation creates a user of the pool and the row; another mails the password again, until the user has signed in', async () => {
  const invited = await invite(acme, 'Ann@Example.com');
  const attributes = cognito.users.get(ann)?.attributes;
  const stored = await readUser(ports.users, subOf(ann));
  const second = await invite(acme);
  Object.assign(cognito.users.get(ann) ?? {}, { status: 'CONFIRMED' });
  const third = await invite(acme);

  const row = { sub: subOf(ann), accountId: acme, email: ann, invitedAt };
  expect(attributes).toEqual({ email: ann, email_verified: 'true' });
  expect(invited).toEqual({ ...row, roles: ['admin'], invitation: 'sent' });
  expect(stored).toEqual({ ...row, roles: { [acme]: ['admin'] } });
  expect(second).toEqual({ ...invited, invitation: 'sent again' });
  expect(third).toEqual({ ...invited, invitation: 'none' });
  expect(cognito.invitations).toEqual([ann, ann]);
});

test('an invitation that was interrupted between the pool and the table is completed by the next one', async () => {
  const interrupted = deployment.withFaults(
    ({ operation }) => (operation === 'TransactWriteItems' ? 'cut' : 'pass'),
    ({ users, trail }) => inviteUser({ ...ports, users, trail }, { accountId: acme, email: ann }),
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

test('a removal from every account has an entry in the trail of each', async () => {
  const third = await createAccount(deployment.ports, { name: 'Third', plan: 'free' });
  const accounts = [acme, other, third.accountId];
  for (const accountId of accounts) {
    await inviteUser(ports, { accountId, email: ann, roles: ['author'] });
  }
  const target = `user:${subOf(ann)}`;
  await dismissUser(ports, ann);

  const found = accounts.map((account) => listTrail(ports, account, { target, limit: 1 }));
  for (const { entries } of await Promise.all(found)) {
    expect(entries).toMatchObject([
      { action: 'user.removed', change: { roles: [['author'], null] } },
    ]);
  }
});

test('a removal keeps the user if the row cannot be deleted', async () => {
  const { sub } = await invite(acme);
  const interrupted = deployment.withFaults(
    ({ operation }) => (operation === 'TransactWriteItems' ? 'cut' : 'pass'),
    ({ users, trail }) => dismissUser({ ...ports, users, trail }, ann),
  );

  await expect(interrupted).rejects.toThrow();

  expect(subOf(ann)).toBe(sub);
  expect(cognito.calls).not.toContain('AdminDeleteUser');
});

test('a removal completes one that was interrupted, in the table or in the pool', async () => {
  const { sub } = await invite(acme);
  await deleteUser(ports.users, sub, alone);
  await dismissUser(ports, 'ANN@example.com');
  const inPool = cognito.users.size;
  const { sub: other } = await invite(acme);
  cognito.users.clear();
  await dismissUser(ports, ann);

  expect(inPool).toBe(0);
  expect(await readUser(ports.users, other)).toBeNull();
});

test('a removal of a user who was never invited is refused', async () => {
  await expect(dismissUser(ports, 'bob@example.com')).rejects.toMatchObject({
    message: 'There is no user bob@example.com',
    code: 'unknown',
    hint: 'user list shows the users',
  });
});

const tables = { ...deployment.ports, users: deployment.tables.users };
const later = () => ({ ...tables, now: () => new Date(1e12) });

test('a user of a dashboard may open several accounts, and keeps the others when one is taken', async () => {
  const bob = { sub: 's-2', email: 'bob@example.com' };
  await addUser(tables, { ...bob, accountId: acme });
  const joined = await addUser(later(), { ...bob, accountId: other });
  await addUser(later(), { ...bob, accountId: other });
  const members = await listUsers(ports);
  const both = await readUser(ports.users, 's-2');

  const left = both && (await takeAccount(tables, both, acme));
  const again = both && takeAccount(tables, both, acme);

  const admin = ['admin'];
  expect(joined).toEqual({ ...bob, accountId: other, roles: admin, invitedAt });
  expect(members).toEqual(
    [acme, other].map((accountId) => ({ ...bob, accountId, roles: admin, invitedAt })),
  );
  const roles = { [acme]: admin, [other]: admin };
  expect(both).toEqual({ ...bob, accountId: acme, otherAccounts: [other], roles, invitedAt });
  await expect(again).rejects.toThrow('The accounts of bob@example.com changed at the same time');
  const last = { ...bob, accountId: other, roles: { [other]: admin }, invitedAt };
  expect(left).toEqual(last);
  expect(await readUser(ports.users, 's-2')).toEqual(last);
  expect(await listUsers(tables, acme)).toEqual([]);
});

const messageOf = (refused: Promise<unknown>) => refused.catch(({ message }) => message);

test('roles belong to one account: an invitation gives them, and a second one without roles keeps them', async () => {
  const { sub } = await inviteUser(ports, { accountId: acme, email: ann, roles: ['author'] });
  await inviteUser(ports, { accountId: other, email: ann, roles: ['support', 'viewer'] });
  const again = await invite(acme);
  const unknown = await messageOf(
    changeRoles(ports, { accountId: acme, email: 'ANN@x.example', roles: ['admin'] }),
  );
  await changeRoles(ports, { accountId: acme, email: 'Ann@example.com', roles: ['publisher'] });

  const row = await readUser(ports.users, sub);
  await dismissUser(ports, ann, acme);
  const elsewhere = await messageOf(
    changeRoles(ports, { accountId: acme, email: ann, roles: ['admin'] }),
  );

  expect(again).toMatchObject({ accountId: acme, roles: ['author'] });
  expect(unknown).toBe('There is no user ann@x.example');
  expect(row?.roles).toEqual({ [acme]: ['publisher'], [other]: ['support', 'viewer'] });
  expect(elsewhere).toBe(`${ann} may not open the dashboard of ${acme}`);
  expect(await listUsers(ports)).toMatchObject([
    { accountId: other, roles: ['viewer', 'support'] },
  ]);
});

test('a row of a version without roles is that of an admin, until it gets roles', async () => {
  const user = { sub: 's-3', email: 'old@example.com', accountId: acme, invitedAt };
  await putUser(ports.users, user, alone);

  const before = await listUsers(ports, acme);
  await addUser(ports, { sub: 's-3', email: user.email, accountId: other, roles: ['viewer'] });
  const joined = await listUsers(ports);
  await changeRoles(ports, { accountId: acme, email: user.email, roles: ['support'] });
  const [changed] = await listUsers(ports, acme);

  expect(before).toEqual([{ ...user, roles: ['admin'] }]);
  expect(joined.map(({ roles }) => roles)).toEqual([['admin'], ['viewer']]);
  expect(changed?.roles).toEqual(['support']);
});

test.each(['', 'x'.repeat(3000), 'ü'])("a dashboard's user cannot have id %j", async (sub) => {
  expect(await readUser(ports.users, sub)).toBeNull();
});

describe('a person of the identity provider', () => {
  const pooled = { ...ports, userPool: { ...ports.userPool, groupAccounts: [acme, other] } };
  const add = (sub: string, email: string) =>
    cognito.users.set(sub, {
      ...{ sub, email: sub, status: 'EXTERNAL_PROVIDER', attributes: { email } },
    });

  test('is blocked when they are removed, with an entry in the trail of each account', async () => {
    add('s-8', 'bob@example.com');
    add('s-9', 'Ann@Example.com');

    const removed = await dismissUser(pooled, ann);
    await dismissUser(pooled, ann);
    const entries = (await scanAll(deployment.ports.trail.table)).filter(
      ({ target }) => target?.S === 'user:s-9',
    );

    expect(removed).toEqual({ email: ann, removed: true, accounts: [] });
    expect(await readUser(ports.users, 's-9')).toMatchObject({
      ...{ accountId: 'none', email: '', blockedAt: '1970-01-01T00:00:00.000Z' },
    });
    expect(await readUser(ports.users, 's-8')).toBeNull();
    expect([...cognito.users.values()].map(({ disabled }) => disabled)).toEqual([undefined, true]);
    expect(entries.map(({ action }) => action?.S)).toEqual(['user.removed', 'user.removed']);
    expect(await listUsers(ports)).toEqual([]);
  });

  test('is let in again by an invitation, whose roles hold in place of the groups', async () => {
    add('s-9', ann);
    await dismissUser(pooled, ann);

    const invited = await inviteUser(pooled, { accountId: acme, email: ann, roles: ['viewer'] });
    const again = await inviteUser(pooled, { accountId: other, email: ann, roles: ['author'] });

    const person = { sub: 's-9', email: ann, invitation: 'none' };
    expect(invited).toMatchObject({ ...person, accountId: acme, roles: ['viewer'] });
    expect(again).toMatchObject({ ...person, accountId: other, roles: ['author'] });
    expect((await readUser(ports.users, 's-9'))?.blockedAt).toBeUndefined();
    expect(cognito.users.get('s-9')?.disabled).toBe(false);
    expect(cognito.users.size).toBe(1);
    await dismissUser(pooled, ann);
  });

  test('cannot be removed from one account alone', async () => {
    add('s-9', ann);

    await expect(dismissUser(pooled, ann, acme)).rejects.toThrow(/change the groups there/);
    expect(cognito.users.get('s-9')?.disabled).toBeUndefined();
  });
});
