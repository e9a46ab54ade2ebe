import { readAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import { TransactWriteItemsCommand } from '../../../shared/adapters/tables/dynamodb-client.ts';
import { readKey } from '../../../shared/adapters/tables/keys-table.ts';
import { hashApiKey, looksLikeApiKey } from '../../../shared/keys/api-key.ts';
import { createAccount } from '../../../shared/manage/accounts.ts';
import type { KeyOptions } from '../../../shared/manage/key-options.ts';
import {
  createKey,
  deleteKey,
  listKeys,
  pauseKey,
  resumeKey,
  showKey,
} from '../../../shared/manage/keys.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { rotateKey } from '../../../shared/manage/rotate-key.ts';
import { expect, test } from '../../jest.ts';
import { startDeployment } from '../../management.ts';

const { ports, withFaults } = await startDeployment();
const { accountId } = await createAccount(ports, { name: 'Acme', plan: 'free' });

const create = (name: string, options: KeyOptions = {}, by: ManagePorts = ports) =>
  createKey(by, { accountId, name, ...options });
const listed = () => listKeys(ports, accountId);
const recordOf = (secret: string) => readKey(ports.keys, hashApiKey(secret));
const epoch = '1970-01-01T00:00:00.000Z';

test('an API key is created with a secret that is stored nowhere', async () => {
  const { secret, ...key } = await create(' production ');

  const account = await readAccount(ports.accounts, accountId);
  const record = await recordOf(secret);
  expect(looksLikeApiKey(secret)).toBe(true);
  expect(key).toEqual({
    ...{ keyId: expect.stringMatching(/^key_/), accountId, name: 'production', createdAt: epoch },
    ...{ hint: `${secret.slice(0, 7)}…${secret.slice(-4)}`, status: 'active', mode: 'live' },
  });
  const { mode: _, ...kept } = key;
  const { usageIdentifierKey } = account ?? {};
  expect(record).toEqual({ ...kept, keyHash: hashApiKey(secret), usageIdentifierKey });
  expect(JSON.stringify(record)).not.toContain(secret);
  expect(await listed()).toContainEqual(key);
});

test('deleting an API key again gives the same answer', async () => {
  const { keyId } = await create('staging');
  const first = await deleteKey(ports, keyId);

  expect(await deleteKey({ ...ports, now: () => new Date(1e12) }, keyId)).toEqual(first);
});

test('deleting an API key that does not exist is refused', async () => {
  for (const id of ['key_none', '', 'hash of nothing']) {
    await expect(deleteKey(ports, id)).rejects.toThrow(`There is no key ${id}`);
  }
});

test('an API key of another account is unknown', async () => {
  const { keyId, secret } = await create('mine');

  await expect(deleteKey(ports, keyId, 'acc_other')).rejects.toThrow(`There is no key ${keyId}`);
  const record = await recordOf(secret);
  expect(record?.status).toBe('active');
});

test('an API key is not created for an account that does not exist, nor without a name', async () => {
  const before = await listed();

  const unknown = createKey(ports, { accountId: 'acc_none', name: 'x' });

  await expect(unknown).rejects.toThrow('There is no account acc_none');
  await expect(create('')).rejects.toThrow('The name must not be empty');
  expect(await listed()).toEqual(before);
});

test('an API key whose creation was interrupted does not work and is not listed', async () => {
  const before = await listed();

  const interrupted = withFaults(
    ({ body }) => (body.includes('usageIdentifierKey') ? 'cut' : 'pass'),
    (by) => create('x', {}, by),
  );

  await expect(interrupted).rejects.toThrow();
  expect(await listed()).toEqual(before);
});

test('an API key whose creation got no answer is revoked, and a write that arrives late is refused', async () => {
  let writes = 0;
  const { error, record } = await withFaults(
    ({ body }) => (body.includes('usageIdentifierKey') && ++writes === 1 ? 'lose answer' : 'pass'),
    async (by, calls) => {
      const error = await create('lost', {}, by).catch((thrown) => thrown);
      const put = calls.find(({ body }) => body.includes('usageIdentifierKey'));
      return { error, record: JSON.parse(put?.body ?? '{}') };
    },
  );
  const again = { ...record, ClientRequestToken: undefined };
  const late = ports.keys.client.send(new TransactWriteItemsCommand(again));

  await expect(late).rejects.toMatchObject({ name: 'TransactionCanceledException' });
  expect(error).not.toHaveProperty('secret');
  const all = await listed();
  expect(all.filter(({ name }) => name === 'lost')).toMatchObject([
    { status: 'revoked', revokedAt: epoch },
  ]);
});

test('an API key that may be active is named, with the command that deletes it', async () => {
  const error = await withFaults(
    ({ body }) => (body.includes('usageIdentifierKey') ? 'lose answer' : 'pass'),
    (by) => create('stuck', {}, by).catch((thrown) => thrown),
  );

  const key = (await listed()).find(({ name }) => name === 'stuck');
  expect(error.message).toBe(
    `The table did not answer, so the key ${key?.keyId} (stuck, ${key?.hint}) may be active, and its secret is lost: delete it with key delete ${key?.keyId}, then create another`,
  );
  expect(await deleteKey(ports, key?.keyId ?? '')).toMatchObject({ name: 'stuck' });
});

test('a key is paused once, resumed, and keeps nothing of it; a revoked one is refused', async () => {
  const { keyId, secret } = await create('paused');
  const paused = { at: epoch, by: 'ada', note: 'A loop' };

  expect(await pauseKey(ports, keyId, { by: 'ada', note: 'A loop' })).toMatchObject({ paused });
  expect(await pauseKey(ports, keyId, { by: 'bob' })).toMatchObject({ paused });
  expect(await recordOf(secret)).toMatchObject({ status: 'active', paused });
  const resumed = await resumeKey(ports, keyId);
  expect(await resumeKey(ports, keyId)).toEqual(resumed);
  expect(resumed).not.toHaveProperty('paused');
  await deleteKey(ports, keyId);
  await expect(pauseKey(ports, keyId, { by: 'ada' })).rejects.toThrow('is revoked');
  await expect(pauseKey(ports, 'key_none', { by: 'ada' })).rejects.toThrow('There is no key');
});

test('a replaced API key is shown as revoked from its end on, and cannot be rotated again', async () => {
  const { keyId } = await create('replaced');
  const oldUntil = new Date(1000);
  await rotateKey(ports, keyId, { oldUntil });
  const later = { ...ports, now: () => oldUntil };

  expect(await showKey(ports, keyId)).toMatchObject({
    ...{ status: 'active', activeUntil: oldUntil.toISOString() },
  });
  expect(await showKey(later, keyId)).toMatchObject({
    ...{ status: 'revoked', revokedAt: oldUntil.toISOString() },
  });
  await expect(rotateKey(later, keyId, { oldUntil: null })).rejects.toThrow(
    `The key ${keyId} is revoked`,
  );
});

test('an API key that replaces another is revoked if the other cannot be given its end', async () => {
  const { keyId } = await create('lasting');

  const interrupted = withFaults(
    ({ body }) => (body.includes('activeUntil') ? 'cut' : 'pass'),
    (by) => rotateKey(by, keyId, { oldUntil: new Date(1000) }),
  );

  await expect(interrupted).rejects.toThrow();
  const both = (await listed()).filter(({ name }) => name === 'lasting');
  expect(both.map((key) => [key.keyId === keyId, key.status])).toEqual(
    expect.arrayContaining([
      [true, 'active'],
      [false, 'revoked'],
    ]),
  );
  expect(both).toHaveLength(2);
});
