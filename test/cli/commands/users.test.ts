import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { poolId, startCognitoStub } from '../../cognito-stub.ts';
import { tableNames } from '../../dynalite.ts';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { deploymentFile, startCommandLine } from '../command-line.ts';
import { answerOf, startStacks, wordsOf } from '../in-process.ts';

const cli = await startCommandLine();
const cognito = await startCognitoStub();
const base = deploymentFile(cli).outputs;
const { environment: aws } = await startStacks({
  Mail: {
    ...base,
    UsersTable: tableNames.users,
    UserPoolId: poolId,
    DashboardUrl: 'https://d1.cloudfront.net',
  },
  Bare: base,
});
const environment = {
  ...aws,
  AWS_ENDPOINT_URL_DYNAMODB: cli.tables.endpoint,
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito.endpoint,
};
const created = await cli.json('account', 'create', '--name', 'Acme', '--plan', 'free');
const { accountId } = created.answer as { accountId: string };

/** Runs a command on the stack Mail by default. */
const run = (words: string[], stack = 'Mail') =>
  cli.run([...words, '--stack', stack, '--region', 'us-east-1'], environment);

const json = async (...words: string[]) => answerOf(await run([...words, '--json']));

test('users of a dashboard are invited, listed and removed', async () => {
  const invite = ['user', 'invite', 'Ann@example.com', '--account', accountId];
  const invited = await json(...invite, '--role', 'author', '--role', 'viewer');
  const changed = await json('user', 'role', 'ann@example.com', '--role', 'support');
  const listed = await json('user', 'list');
  const removed = await json('user', 'remove', 'ann@example.com');
  const none = await json('user', 'list', '--account', accountId);

  const ann = {
    sub: expect.any(String),
    accountId,
    roles: ['viewer', 'author'],
    email: 'ann@example.com',
    invitedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  };
  expect(invited).toEqual({ exitCode: 0, answer: { ...ann, invitation: 'sent' } });
  expect(changed).toEqual({ exitCode: 0, answer: { ...ann, roles: ['support'] } });
  expect(listed).toEqual({ exitCode: 0, answer: { users: [{ ...ann, roles: ['support'] }] } });
  expect(removed).toEqual({
    exitCode: 0,
    answer: { email: 'ann@example.com', removed: true, accounts: [] },
  });
  expect(none).toEqual({ exitCode: 0, answer: { users: [] } });
  expect(cognito.invitations).toEqual(['ann@example.com']);
});

test('user invite says where to sign in, and whether a mail was sent', async () => {
  const invited = await run(['user', 'invite', 'bob@example.com']);
  const again = await run(['user', 'invite', 'bob@example.com']);
  Object.assign(cognito.users.get('bob@example.com') ?? {}, { status: 'CONFIRMED' });
  const third = await run(['user', 'invite', 'bob@example.com', '--role', 'viewer']);
  const role = await run(['user', 'role', 'bob@example.com', '--role', 'author']);
  const listed = await run(['user', 'list']);
  const removed = await run(['user', 'remove', 'bob@example.com']);

  const may = `bob@example.com may use the dashboard of ${accountId}: https://d1.cloudfront.net\n`;
  const mailed = (how: string) =>
    `${may}A temporary password was ${how}; it is valid for seven days.\n${admin}`;
  const admin = `bob@example.com is admin of ${accountId}: name a role with --role to give less\n`;
  expect(invited).toEqual({ exitCode: 0, stdout: mailed('mailed'), stderr: '' });
  expect(again.stdout).toBe(mailed('mailed again'));
  expect(third.stdout).toBe(`${may}No mail was sent: this user can sign in already.\n`);
  expect(listed.stdout).toMatch(
    new RegExp(`^EMAIL +ACCOUNT +ROLES +INVITED\\nbob@example.com +${accountId} +author +\\d{4}-`),
  );
  expect(role.stdout).toBe(`bob@example.com is author of ${accountId}.\n`);
  expect(removed.stdout).toBe(
    'bob@example.com is removed: the dashboard refuses their next request.\n',
  );
});

test.each(['invite bob@example.com --role boss', 'role bob@example.com --role admin --role boss'])(
  'an unknown role is wrong usage: user %s',
  async (line) => {
    const { exitCode, stderr } = await run(['user', ...wordsOf(line)]);

    const roles = 'viewer, support, author, publisher, admin';
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`error: option '--role <role>' must be one of ${roles}\n`);
  },
);

test('a local run with an issuer has the users that an operator names by their sub', async () => {
  const dir = temporaryFolder();
  const { outputs, ...file } = deploymentFile(cli);
  const addresses = { oidcIssuer: 'http://127.0.0.1:2', dashboardUrl: 'http://127.0.0.1:1' };
  const signedIn = { ...file, ...addresses, outputs: { ...outputs, UsersTable: tableNames.users } };
  writeFileSync(join(dir, 'deployment.json'), JSON.stringify(signedIn));
  const local = async (words: string) =>
    answerOf(await cli.run([...wordsOf(words), '--json'], { POSTRIDER_DATA: dir }));
  const invite = 'user invite Cleo@example.com --role author';

  const unnamed = await local(invite);
  const invited = await local(`${invite} --sub cleo-1`);
  await local('user role cleo@example.com --role viewer');
  const listed = await local('user list');
  const removed = await local('user remove cleo@example.com');
  const onAws = await json('user', 'invite', 'cleo@example.com', '--sub', 'cleo-1');

  const cleo = { sub: 'cleo-1', accountId, email: 'cleo@example.com', roles: ['author'] };
  expect(unnamed).toEqual({
    exitCode: 1,
    answer: {
      error: 'Name the user with --sub: the "sub" of the tokens that the issuer gives them',
    },
  });
  expect(invited.answer).toMatchObject(cleo);
  expect(listed.answer).toMatchObject({ users: [{ ...cleo, roles: ['viewer'] }] });
  expect(removed.answer).toMatchObject({ removed: true });
  expect(onAws).toEqual({
    exitCode: 1,
    answer: { error: '--sub is for a local run with --oidc-issuer: Cognito names its users' },
  });
});

test.each(['invite ann@example.com', 'list'])(
  'user %s says that the local run has no sign-in',
  async (line) => {
    const error = 'The local run has no sign-in: its dashboard is open to everyone on this machine';
    expect(await cli.json('user', ...wordsOf(line))).toEqual({ exitCode: 1, answer: { error } });
  },
);

test('user commands say that a deployment has no dashboard', async () => {
  const { exitCode, stderr } = await run(['user', 'list'], 'Bare');

  const error =
    'This deployment has no dashboard: set "dashboard": true in its settings and deploy';
  expect([exitCode, stderr]).toEqual([1, `Error: ${error}\n`]);
});
