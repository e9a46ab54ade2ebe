import { createAccount, showAccount } from '../../../../shared/manage/accounts.ts';
import { expect, test } from '../../../jest.ts';
import { startCommandLine } from '../../command-line.ts';

const cli = await startCommandLine();
const { accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' });

test('account rename changes the name, and refuses an empty one', async () => {
  const renamed = await cli.run(['account', 'rename', accountId, '--name', 'Acme Shop']);
  const empty = await cli.run(['account', 'rename', '--name', ' ']);

  const stdout = `Account ${accountId} is now Acme Shop.\n`;
  expect(renamed).toEqual({ exitCode: 0, stdout, stderr: '' });
  expect(empty).toMatchObject({ exitCode: 1, stdout: '' });
  expect(empty.stderr).toContain('The name must not be empty');
  expect(await showAccount(cli.ports, accountId)).toMatchObject({ name: 'Acme Shop' });
});
