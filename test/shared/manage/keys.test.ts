import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { readAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import { readKey } from '../../../shared/adapters/tables/keys-table.ts';
import { hashApiKey, looksLikeApiKey } from '../../../shared/keys/api-key.ts';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { createKey, deleteKey, listKeys } from '../../../shared/manage/keys.ts';
import { describe, expect, test } from '../../jest.ts';
import { startDeployment } from '../../management.ts';

const deployment = await startDeployment();
const { accountId } = await createAccount(deployment.ports, { name: 'Acme', plan: 'free' });

describe('an API key', () => {
  test('an API key is created with a secret that is stored nowhere', async () => {
    const { secret, ...key } = await createKey(deployment.ports, {
      accountId,
      name: ' production ',
    });

    const account = await readAccount(deployment.ports.accounts, accountId);
    const record = await readKey(deployment.ports.keys, hashApiKey(secret));
    expect(looksLikeApiKey(secret)).toBe(true);
    expect(key).toEqual({
      keyId: expect.stringMatching(/^key_/),
      accountId,
      name: 'production',
      hint: `${secret.slice(0, 7)}…${secret.slice(-4)}`,
      status: 'active',
      mode: 'live',
      createdAt: '1970-01-01T00:00:00.000Z',
    });
    const { mode: _, ...kept } = key;
    expect(record).toEqual({
      ...kept,
      keyHash: hashApiKey(secret),
      usageIdentifierKey: account?.usageIdentifierKey,
    });
    expect(JSON.stringify(record)).not.toContain(secret);
    expect(await listKeys(deployment.ports, accountId)).toContainEqual(key);
  });

  test('an API key is deleted by its id: revoked at once, and kept', async () => {
    const { secret, ...key } = await createKey(deployment.ports, { accountId, name: 'staging' });

    const deleted = await deleteKey(deployment.ports, key.keyId);

    expect(deleted).toEqual({ ...key, status: 'revoked', revokedAt: '1970-01-01T00:00:00.000Z' });
    const { mode: _, ...kept } = deleted;
    expect(await readKey(deployment.ports.keys, hashApiKey(secret))).toMatchObject(kept);
  });

  test('a test key has pr_test_ before its secret, and keeps its options until it is deleted', async () => {
    const test = { redirectTo: 'qa@acme.example', allow: ['@Acme.example', 'Eva@x.example'] };
    const scopes = ['execute:invoice-*', 'messages'];

    const { secret, ...key } = await createKey(deployment.ports, {
      ...{ accountId, name: 'ci', test, scopes },
    });
    const deleted = await deleteKey(deployment.ports, key.keyId);

    const record = await readKey(deployment.ports.keys, hashApiKey(secret));
    const allow = ['@acme.example', 'eva@x.example'];
    expect(secret).toMatch(/^pr_test_/);
    expect(looksLikeApiKey(secret)).toBe(true);
    expect(record).toMatchObject({ test: { ...test, allow }, scopes });
    const options = { mode: 'test', redirectTo: 'qa@acme.example', allow, scopes };
    expect(key).toMatchObject(options);
    expect(deleted).toMatchObject(options);
    expect(await listKeys(deployment.ports, accountId)).toContainEqual(deleted);
  });

  test('deleting an API key again gives the same answer', async () => {
    const { keyId } = await createKey(deployment.ports, { accountId, name: 'staging' });
    const first = await deleteKey(deployment.ports, keyId);

    const later = { ...deployment.ports, now: () => new Date(1e12) };
    const second = await deleteKey(later, keyId);

    expect(second).toEqual(first);
  });

  test.each(['key_none', '', 'hash of nothing'])(
    'deleting the API key %j, which does not exist, is refused',
    async (id) => {
      await expect(deleteKey(deployment.ports, id)).rejects.toThrow(`There is no key ${id}`);
    },
  );

  test('an API key of another account is unknown', async () => {
    const { keyId, secret } = await createKey(deployment.ports, { accountId, name: 'mine' });

    const theirs = deleteKey(deployment.ports, keyId, 'acc_other');

    await expect(theirs).rejects.toThrow(`There is no key ${keyId}`);
    const record = await readKey(deployment.ports.keys, hashApiKey(secret));
    expect(record?.status).toBe('active');
  });

  test('an API key is not created for an account that does not exist, nor without a name', async () => {
    const before = await listKeys(deployment.ports, accountId);

    const unknown = createKey(deployment.ports, { accountId: 'acc_none', name: 'x' });
    const nameless = createKey(deployment.ports, { accountId, name: '' });

    await expect(unknown).rejects.toThrow('There is no account acc_none');
    await expect(nameless).rejects.toThrow('The name must not be empty');
    expect(await listKeys(deployment.ports, accountId)).toEqual(before);
  });

  test('an API key whose creation was interrupted does not work and is not listed', async () => {
    const before = await listKeys(deployment.ports, accountId);

    const interrupted = deployment.withFaults(
      ({ body }) => (body.includes('usageIdentifierKey') ? 'cut' : 'pass'),
      (ports) => createKey(ports, { accountId, name: 'x' }),
    );

    await expect(interrupted).rejects.toThrow();
    expect(await listKeys(deployment.ports, accountId)).toEqual(before);
  });

  test('an API key whose creation got no answer is revoked, and a write that arrives late is refused', async () => {
    let writes = 0;
    const { error, record } = await deployment.withFaults(
      ({ body }) =>
        body.includes('usageIdentifierKey') && ++writes === 1 ? 'lose answer' : 'pass',
      async (ports, calls) => {
        const error = await createKey(ports, { accountId, name: 'lost' }).catch((thrown) => thrown);
        const put = calls.find(({ body }) => body.includes('usageIdentifierKey'));
        return { error, record: JSON.parse(put?.body ?? '{}') };
      },
    );
    const { client } = deployment.ports.keys;

    const late = client.send(new PutItemCommand(record));

    await expect(late).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
    expect(error).not.toHaveProperty('secret');
    const listed = await listKeys(deployment.ports, accountId);
    expect(listed.filter(({ name }) => name === 'lost')).toMatchObject([
      { status: 'revoked', revokedAt: '1970-01-01T00:00:00.000Z' },
    ]);
  });

  test('an API key that may be active is named, with the command that deletes it', async () => {
    const error = await deployment.withFaults(
      ({ body }) => (body.includes('usageIdentifierKey') ? 'lose answer' : 'pass'),
      (ports) => failureOf(createKey(ports, { accountId, name: 'stuck' })),
    );

    const key = (await listKeys(deployment.ports, accountId)).find(({ name }) => name === 'stuck');
    expect(error.message).toBe(
      `The table did not answer, so the key ${key?.keyId} (stuck, ${key?.hint}) may be active, and its secret is lost: delete it with key delete ${key?.keyId}, then create another`,
    );
    expect(await deleteKey(deployment.ports, key?.keyId ?? '')).toMatchObject({ name: 'stuck' });
  });
});

async function failureOf(work: Promise<unknown>): Promise<Error> {
  const thrown = await work.catch((error: unknown) => error);
  if (thrown instanceof Error) return thrown;
  throw new Error('Nothing was thrown');
}
