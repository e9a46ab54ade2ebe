import { accountName } from '../../../../cli/commands/selftest/context/accounts.ts';
import { createAccount, listAccounts } from '../../../../shared/manage/accounts.ts';
import { createKey } from '../../../../shared/manage/keys.ts';
import { expect, test } from '../../../jest.ts';
import { startCommandLine } from '../../command-line.ts';

const cli = await startCommandLine();

test('selftest --clean removes only what earlier runs have left', async () => {
  const kept = await createAccount(cli.ports, { name: 'Acme', plan: 'free' });
  const name = accountName(new Date(), 'free');
  const { accountId } = await createAccount(cli.ports, { name, plan: 'free' });
  await createKey(cli.ports, { accountId, name: 'left' });

  const first = await cli.run(['selftest', '--clean']);
  const second = await cli.run(['selftest', '--clean', '--json']);

  expect(first).toMatchObject({
    exitCode: 0,
    stdout: `✓ removed  Removed ${name} with its content\n`,
  });
  expect(JSON.parse(second.stdout).steps).toEqual([
    { code: 'removed', status: 'ok', found: 'There was nothing to remove' },
  ]);
  expect(await listAccounts(cli.ports)).toEqual([kept]);
  expect([...cli.gateway.keys.values()].map((key) => key.name)).toEqual([
    `postrider ${kept.accountId}`,
  ]);
});

test('selftest --clean names an account that it could not remove, and ends with 1', async () => {
  const name = accountName(new Date(), 'team');
  const { accountId } = await createAccount(cli.ports, { name, plan: 'team' });
  cli.gateway.failure = (call) => (call.startsWith('DELETE /apikeys') ? 400 : undefined);

  const { exitCode, stdout } = await cli.run(['selftest', '--clean']);
  cli.gateway.failure = () => undefined;

  expect(exitCode).toBe(1);
  expect(stdout).toMatch(new RegExp(`^✗ removed {2}Not removed: ${name} \\(${accountId}\\): `));
  expect(stdout).toContain('Run selftest with --clean, which removes what earlier runs left');
});
