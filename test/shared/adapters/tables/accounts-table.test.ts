import {
  type AccountRecord,
  listAccounts,
  putAccount,
  readAccount,
  writeAccount,
} from '../../../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../../../shared/adapters/tables/change.ts';
import { startTables } from '../../../dynalite.ts';
import { expect, test } from '../../../jest.ts';

const tables = await startTables();

const account = (accountId: string, createdAt: string): AccountRecord => ({
  ...{ accountId, name: 'Acme', plan: 'free', createdAt },
  ...{ gatewayKeyId: `gw of ${accountId}`, usageIdentifierKey: 'abc' },
});

test('the accounts table lists accounts oldest first and reads each', async () => {
  const younger = account('acc_a', '2026-02-02T00:00:00Z');
  const older = account('acc_b', '2026-02-01T00:00:00Z');
  await putAccount(tables.accounts, younger, alone);
  await putAccount(tables.accounts, older, alone);

  expect(await listAccounts(tables.accounts)).toEqual([older, younger]);
  expect(await readAccount(tables.accounts, 'acc_a')).toEqual(younger);
  expect(await readAccount(tables.accounts, 'acc_c')).toBeNull();
  expect(await readAccount(tables.accounts, '')).toBeNull();
  expect(await readAccount(tables.accounts, 'a'.repeat(5000))).toBeNull();
});

test('the accounts table changes the plan only of an existing account', async () => {
  const before = account('acc_plan', '2026-03-01T00:00:00Z');
  await putAccount(tables.accounts, before, alone);
  const moved = { plan: 'team', gatewayKeyId: 'made-anew' } as const;

  await writeAccount(tables.accounts, 'acc_plan', moved, alone);
  const unknown = writeAccount(tables.accounts, 'acc_unknown', moved, alone);

  await expect(unknown).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
  expect(await readAccount(tables.accounts, 'acc_plan')).toEqual({ ...before, ...moved });
  expect(await readAccount(tables.accounts, 'acc_unknown')).toBeNull();
});

test('the accounts table never replaces an account', async () => {
  const first = account('acc_once', '2026-03-01T00:00:00Z');
  await putAccount(tables.accounts, first, alone);

  const second = putAccount(tables.accounts, { ...first, gatewayKeyId: 'another' }, alone);

  await expect(second).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
  expect(await readAccount(tables.accounts, 'acc_once')).toEqual(first);
});
