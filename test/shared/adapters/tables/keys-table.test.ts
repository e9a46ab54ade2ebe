import {
  findKey,
  type KeyRecord,
  listKeys,
  putKey,
  readKey,
  revokeKey,
} from '../../../../shared/adapters/tables/keys-table.ts';
import { startTables, tablesOf, testClient } from '../../../dynalite.ts';
import { startFaultProxy } from '../../../fault-proxy.ts';
import { describe, expect, test } from '../../../jest.ts';

const tables = await startTables();

const record = (keyId: string, more: Partial<KeyRecord> = {}): KeyRecord => ({
  keyHash: `hash of ${keyId}`,
  keyId,
  accountId: 'acc_1',
  name: 'production',
  hint: 'pr_ab…yz',
  status: 'active',
  createdAt: '2026-01-01T00:00:00.000Z',
  revokedAt: undefined,
  usageIdentifierKey: 'value1',
  ...more,
});

describe('the keys table', () => {
  test('the keys table returns a key by its hash and by its id', async () => {
    const key = record('key_1');

    await putKey(tables.keys, key);

    expect(await readKey(tables.keys, key.keyHash)).toEqual(key);
    expect(await findKey(tables.keys, 'key_1')).toEqual(key);
  });

  test('the keys table does not return a key that was never stored', async () => {
    expect(await readKey(tables.keys, 'hash of nothing')).toBeNull();
    expect(await findKey(tables.keys, 'key_nothing')).toBeNull();
    expect(await findKey(tables.keys, 'k'.repeat(5000))).toBeNull();
  });

  test('the keys table reads a key with exactly one strongly consistent read', async () => {
    const proxy = await startFaultProxy(tables.endpoint, () => 'pass');
    const client = testClient(proxy.endpoint);

    await readKey(tablesOf(client).keys, 'hash of key_1');
    client.destroy();
    await proxy.stop();

    expect(proxy.calls.map(({ operation, body }) => [operation, JSON.parse(body)])).toEqual([
      [
        'GetItem',
        { TableName: 'Keys', Key: { keyHash: { S: 'hash of key_1' } }, ConsistentRead: true },
      ],
    ]);
  });

  test('the keys table lists the keys of only one account, oldest first', async () => {
    const younger = record('key_y', { accountId: 'acc_list', createdAt: '2026-02-02T00:00:00Z' });
    const older = record('key_o', { accountId: 'acc_list', createdAt: '2026-02-01T00:00:00Z' });
    await putKey(tables.keys, younger);
    await putKey(tables.keys, older);
    await putKey(tables.keys, record('key_other', { accountId: 'acc_other' }));

    const listed = await listKeys(tables.keys, 'acc_list');

    expect(listed).toEqual([older, younger]);
  });

  test('the keys table keeps a revoked key with the time of its first revocation', async () => {
    const key = record('key_revoked');
    await putKey(tables.keys, key);

    const first = await revokeKey(tables.keys, key.keyHash, '2026-03-01T00:00:00Z');
    const second = await revokeKey(tables.keys, key.keyHash, '2026-04-01T00:00:00Z');

    const revoked = { ...key, status: 'revoked', revokedAt: '2026-03-01T00:00:00Z' };
    expect(first).toEqual(revoked);
    expect(second).toEqual(revoked);
    expect(await readKey(tables.keys, key.keyHash)).toEqual(revoked);
  });

  test('the keys table never replaces a key by another one with the same hash', async () => {
    const key = record('key_first', { keyHash: 'same hash' });
    await putKey(tables.keys, key);

    const second = putKey(tables.keys, record('key_second', { keyHash: 'same hash' }));

    await expect(second).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
    expect(await readKey(tables.keys, 'same hash')).toEqual(key);
  });

  test('the keys table recognises its own first write if the answer was lost', async () => {
    let lost = 0;
    const proxy = await startFaultProxy(tables.endpoint, ({ body }) =>
      body.includes('"hash of key_lost"') && body.includes('hint') && lost++ === 0
        ? 'lose answer'
        : 'pass',
    );
    const client = testClient(proxy.endpoint);

    await putKey(tablesOf(client).keys, record('key_lost'));
    client.destroy();
    await proxy.stop();

    expect(lost).toBe(2);
    expect(await findKey(tables.keys, 'key_lost')).toEqual(record('key_lost'));
  });
});
