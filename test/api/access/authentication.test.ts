import { randomBytes } from 'node:crypto';
import { mintApiKey } from '../../../shared/keys/api-key.ts';
import { deleteKey } from '../../../shared/manage/keys.ts';
import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { call, refusal } from '../harness/call.ts';

const account = await openAccount();
await account.save({ id: 'one', html: '<p>1</p>' });

/** A body that all three endpoints accept. */
const body = { template_id: 'one', templateId: 'one', variables: {}, email: 'ada@good.example' };
const withHeader = (authorization: string) =>
  call('/v1/render', { headers: { authorization }, body });

const absent = refusal(401, 'Authorization header is required');
const invalid = refusal(401, 'Invalid API key');
const rendered = { status: 200, body: { html: '<p>1</p>', subject: 'Hello' } };

test.each(['/v1/render', '/v1/execute', '/v1/verify'])(
  'V8.2.1 %s refuses a request without a key, with an unknown key, and with a revoked key from the very next request',
  async (path) => {
    const { keyId, secret } = await account.newKey();
    const ask = (key?: string) => call(path, { ...(key && { key }), body });

    const before = await ask(secret);
    await deleteKey(account.ports, keyId);
    const answers = [await ask(secret), await ask(secret)];
    answers.push(await ask(), await ask(mintApiKey(randomBytes)));

    const revoked = refusal(401, 'API key has been revoked');
    expect(before.status).toBe(200);
    expect(answers).toEqual([revoked, revoked, absent, invalid]);
  },
);

test('the scheme of the Authorization header may be written in any case, and an empty header counts as absent', async () => {
  const answers = [await withHeader(`bEaReR ${account.key}`), await withHeader('')];

  expect(answers).toEqual([rendered, absent]);
});

test.each<[string, (key: string) => string]>([
  ['another scheme', (key) => `Basic ${key}`],
  ['no scheme', (key) => key],
  ['two tokens', (key) => `Bearer ${key} ${key}`],
  ['a typo in the token', (key) => `Bearer ${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`],
  ['the token in lower case', (key) => `Bearer ${key.toLowerCase()}`],
  ['a token of 5,000 characters', () => `Bearer pr_${'x'.repeat(5000)}`],
  ['the id of the key', () => `Bearer ${account.keyId}`],
])('an Authorization header with %s is an invalid key', async (_, write) => {
  expect(await withHeader(write(account.key))).toEqual(invalid);
});

test('each key of an account gives access to its templates, also after another one is revoked', async () => {
  const [development, production] = [await account.newKey(), await account.newKey()];
  await deleteKey(account.ports, development.keyId);

  const answers = await Promise.all(
    [account.key, production.secret].map((key) => withHeader(`Bearer ${key}`)),
  );

  expect(answers).toEqual([rendered, rendered]);
});
