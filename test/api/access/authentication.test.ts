import { randomBytes } from 'node:crypto';
import { mintApiKey } from '../../../shared/keys/api-key.ts';
import { deleteKey } from '../../../shared/manage/keys.ts';
import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { call, refusal } from '../harness/call.ts';

const account = await openAccount();
await account.save({ id: 'one', html: '<p>1</p>' }, { id: 'two', html: '<p>2</p>' });

const endpoints = ['/v1/render', '/v1/execute', '/v1/verify'];

/** A body that each of the three endpoints takes. */
const body = { template_id: 'one', templateId: 'one', variables: {}, email: 'ada@good.example' };

const invalid = refusal(401, 'Invalid API key');

describe.each(endpoints)('an API key at POST %s', (path) => {
  test('each endpoint accepts an API key as a Bearer token', async () => {
    const answer = await call(path, { key: account.key, body });

    expect(answer.status).toBe(200);
  });

  test('V8.2.1 each endpoint refuses a request without the Authorization header', async () => {
    const answer = await call(path, { body });

    expect(answer).toEqual(refusal(401, 'Authorization header is required'));
  });

  test('each endpoint refuses a key that is not recognised', async () => {
    const answer = await call(path, { key: mintApiKey(randomBytes), body });

    expect(answer).toEqual(invalid);
  });

  test('each endpoint refuses a revoked key, from the very next request after the revocation', async () => {
    const { keyId, secret } = await account.newKey();
    const before = await call(path, { key: secret, body });

    await deleteKey(account.ports, keyId);
    const after = await call(path, { key: secret, body });
    const later = await call(path, { key: secret, body });

    expect(before.status).toBe(200);
    expect(after).toEqual(refusal(401, 'API key has been revoked'));
    expect(later).toEqual(after);
  });
});

describe('the Authorization header', () => {
  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])(
    'the scheme of the Authorization header may be written %s',
    async (scheme) => {
      const authorization = `${scheme} ${account.key}`;

      const answer = await call('/v1/render', { headers: { authorization }, body });

      expect(answer).toEqual({ status: 200, body: { html: '<p>1</p>', subject: 'Hello' } });
    },
  );

  test.each([
    ['another scheme', (key: string) => `Basic ${key}`],
    ['a scheme that begins alike', (key: string) => `Bearerx ${key}`],
    ['no scheme', (key: string) => key],
    ['no token', () => 'Bearer'],
    ['two tokens', (key: string) => `Bearer ${key} ${key}`],
    ['the token in quotes', (key: string) => `Bearer "${key}"`],
    [
      'a typo in the token',
      (key: string) => `Bearer ${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
    ],
    ['the token in lower case', (key: string) => `Bearer ${key.toLowerCase()}`],
    ['a token of 5,000 characters', () => `Bearer pr_${'x'.repeat(5000)}`],
    ['the id of the key', () => `Bearer ${account.keyId}`],
  ])('an Authorization header with %s is an invalid key', async (_, write) => {
    const authorization = write(account.key);

    const answer = await call('/v1/render', { headers: { authorization }, body });

    expect(answer).toEqual(invalid);
  });

  test('an empty Authorization header counts as absent', async () => {
    const answer = await call('/v1/render', { headers: { authorization: '' }, body });

    expect(answer).toEqual(refusal(401, 'Authorization header is required'));
  });
});

describe('the keys of an account', () => {
  test('each key of an account gives access to all of its templates', async () => {
    const { secret: another } = await account.newKey();

    const answers = await Promise.all(
      [account.key, another].flatMap((key) =>
        ['one', 'two'].map((id) => call('/v1/render', { key, body: { template_id: id } })),
      ),
    );

    expect(answers.map((answer) => answer.body)).toEqual([
      { html: '<p>1</p>', subject: 'Hello' },
      { html: '<p>2</p>', subject: 'Hello' },
      { html: '<p>1</p>', subject: 'Hello' },
      { html: '<p>2</p>', subject: 'Hello' },
    ]);
  });

  test('the other keys of an account still work after one is revoked', async () => {
    const development = await account.newKey();
    const production = await account.newKey();

    await deleteKey(account.ports, development.keyId);
    const answer = await call('/v1/render', { key: production.secret, body });

    expect(answer.status).toBe(200);
  });
});
