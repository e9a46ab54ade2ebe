import { randomBytes } from 'node:crypto';
import { mintApiKey } from '../../../shared/keys/api-key.ts';
import { deleteKey } from '../../../shared/manage/keys.ts';
import { afterAll, beforeEach, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { call, refusal } from '../harness/call.ts';
import { startFaultyRun } from '../harness/faulty-run.ts';
import { flowOf, provider, template } from '../harness/flow.ts';

const { run, tables, ses, breakTables } = await startFaultyRun();
const account = await openAccount('team', run.deployment);
await account.save({ id: 'sends', html: '<p>Hi</p>', flow: flowOf(template, provider()) });
const revoked = await account.newKey();
await deleteKey(account.ports, revoked.keyId);
const { baseUrl } = account;

beforeEach(() => breakTables(null));
afterAll(() => breakTables(null));

const internal = refusal(500, 'Internal server error');
const request = { template_id: 'sends', templateId: 'sends', variables: {}, _to: 'ada@a.example' };
const endpoints = ['/v1/render', '/v1/execute', '/v1/verify'];
const ask = (path: string, key: string) =>
  call(path, { key, baseUrl, body: { ...request, email: 'ada@b.example' } });

test.each([
  ['Keys', ['/v1/render', '/v1/execute', '/v1/verify']],
  ['Templates', ['/v1/render', '/v1/execute']],
  ['Messages', ['/v1/execute']],
])('without the table %s, requests that need it fail; nothing is sent', async (of, needing) => {
  const mails = ses.calls.length;
  breakTables({ of, is: 'cut' });

  const answers = await Promise.all(needing.map((path) => ask(path, account.key)));

  expect(answers).toEqual(needing.map(() => internal));
  expect(ses.calls).toHaveLength(mails);
});

test.each(['Accounts', 'Users'])('without the table %s every request works', async (of) => {
  breakTables({ of, is: 'cut' });

  const answers = await Promise.all(endpoints.map((path) => ask(path, account.key)));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('without the server of the tables every endpoint refuses every key', async () => {
  const mails = ses.calls.length;
  const keys = [account.key, revoked.secret, mintApiKey(randomBytes)];
  await tables.stop();

  const answers = await Promise.all(endpoints.flatMap((path) => keys.map((key) => ask(path, key))));
  const mistyped = await ask('/v1/render', 'pr_nothing');

  expect(answers).toEqual(answers.map(() => internal));
  expect(answers).toHaveLength(9);
  expect(mistyped).toEqual(refusal(401, 'Invalid API key'));
  expect(ses.calls).toHaveLength(mails);
});
