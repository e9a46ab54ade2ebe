import { alone } from '../../../../shared/adapters/tables/change.ts';
import {
  findKey,
  type KeyRecord,
  listKeys,
  putKey,
  readKey,
} from '../../../../shared/adapters/tables/keys-table.ts';
import { startTables } from '../../../dynalite.ts';
import { expect, test } from '../../../jest.ts';
import { through } from './through.ts';

const tables = await startTables();

const record = (keyId: string, more: Partial<KeyRecord> = {}): KeyRecord => ({
  ...{ keyHash: `hash of ${keyId}`, keyId, accountId: 'acc_1', name: 'production' },
  ...{ hint: 'pr_ab…yz', status: 'active', usageIdentifierKey: 'value1' },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', revokedAt: undefined },
  ...more,
});

test('the keys table returns a key by its hash and by its id', async () => {
  const key = record('key_1');

  await putKey(tables.keys, key, alone, alone);

  expect(await readKey(tables.keys, key.keyHash)).toEqual(key);
  expect(await findKey(tables.keys, 'key_1')).toEqual(key);
});

test('the keys table does not return a key that was never stored', async () => {
  expect(await readKey(tables.keys, 'hash of nothing')).toBeNull();
  expect(await findKey(tables.keys, 'key_nothing')).toBeNull();
  expect(await findKey(tables.keys, 'k'.repeat(5000))).toBeNull();
});

test('the keys table reads a key with exactly one strongly consistent read', async () => {
  const { calls } = await through(
    tables.endpoint,
    () => 'pass',
    ({ keys }) => readKey(keys, 'hash of key_1'),
  );

  const Key = { keyHash: { S: 'hash of key_1' } };
  expect(calls).toEqual([['GetItem', { TableName: 'Keys', Key, ConsistentRead: true }]]);
});

test('the keys table lists the keys of only one account, oldest first', async () => {
  const younger = record('key_y', { accountId: 'acc_list', createdAt: '2026-02-02T00:00:00Z' });
  const older = record('key_o', { accountId: 'acc_list', createdAt: '2026-02-01T00:00:00Z' });
  await putKey(tables.keys, younger, alone, alone);
  await putKey(tables.keys, older, alone, alone);
  await putKey(tables.keys, record('key_other', { accountId: 'acc_other' }), alone, alone);

  expect(await listKeys(tables.keys, 'acc_list')).toEqual([older, younger]);
});

test('the keys table recognises its own first write if the answer was lost', async () => {
  let lost = 0;

  await through(
    tables.endpoint,
    ({ body }) => (body.includes('hint') && lost++ === 0 ? 'lose answer' : 'pass'),
    ({ keys }) => putKey(keys, record('key_lost'), alone, alone),
  );

  expect(lost).toBe(2);
  expect(await findKey(tables.keys, 'key_lost')).toEqual(record('key_lost'));
});
