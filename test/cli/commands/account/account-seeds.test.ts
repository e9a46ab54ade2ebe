import { readAccount } from '../../../../shared/adapters/tables/accounts-table.ts';
import { createAccount } from '../../../../shared/manage/accounts.ts';
import { expect, test } from '../../../jest.ts';
import { startCommandLine } from '../../command-line.ts';

const cli = await startCommandLine();
const { accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' });

const seeds = (...words: string[]) => cli.run(['account', 'seeds', ...words]);
const many = (count: number) => Array.from({ length: count }, (_, at) => `qa${at}@example.com`);

test('account seeds replaces the seed list, shows it and empties it', async () => {
  const before = await seeds();
  const set = await seeds(accountId, '--set', 'qa@example.com, QA@Example.org');
  const shown = await seeds('--json');
  const cleared = await seeds('--clear');
  const record = await readAccount(cli.ports.accounts, accountId);

  const empty = `The seed list of ${accountId} is empty: --set fills it.\n`;
  expect(before).toEqual({ exitCode: 0, stdout: empty, stderr: '' });
  expect(set).toEqual({ exitCode: 0, stdout: 'qa@example.com\nQA@example.org\n', stderr: '' });
  expect(JSON.parse(shown.stdout)).toEqual({
    accountId,
    seeds: ['qa@example.com', 'QA@example.org'],
  });
  expect(cleared).toEqual(before);
  expect(record?.seeds).toBeUndefined();
});

test('account seeds takes 20 addresses, and a refused list leaves the list before it', async () => {
  const full = await seeds('--set', many(20).join());
  const over = await seeds('--set', many(21).join());
  const wrong = await seeds('--set', 'qa,a@example.com,A@example.com');
  const none = await seeds('--set', ' , ');
  const both = await seeds('--set', 'a@example.com', '--clear');
  const unknown = await seeds('acc_unknown', '--set', 'a@example.com');
  const record = await readAccount(cli.ports.accounts, accountId);

  expect(full.exitCode).toBe(0);
  expect(over).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'Error: Nothing was changed: the list has 21 addresses, and at most 20 are allowed\n',
  });
  expect(wrong).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: [
      'Error: Nothing was changed: 2 problems in the addresses',
      '  "qa" is not a valid email address: it has no @',
      '  A@example.com is in the list twice\n',
    ].join('\n'),
  });
  expect(none).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('error: --set needs at least one address; --clear empties it'),
  });
  expect(both).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('error: --set and --clear exclude each other: leave one out'),
  });
  expect(unknown).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('There is no account acc_unknown'),
  });
  expect(record?.seeds).toEqual(many(20));
});
