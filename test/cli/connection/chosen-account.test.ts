import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { expect, test } from '../../jest.ts';
import { deploymentFile, startCommandLine } from '../command-line.ts';
import { startStacks } from '../in-process.ts';

const cli = await startCommandLine();
const stacks = await startStacks({ mail: deploymentFile(cli).outputs });
const { accountId: acme } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' });
const { accountId: other } = await createAccount(cli.ports, { name: 'Other', plan: 'free' });
const ids = { acme, other };
const aws = {
  AWS_ENDPOINT_URL_CLOUDFORMATION: stacks.endpoint,
  AWS_ENDPOINT_URL_DYNAMODB: cli.tables.endpoint,
  AWS_ENDPOINT_URL_API_GATEWAY: cli.gateway.endpoint,
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  POSTRIDER_SETTINGS: join(cli.dir, 'postrider.json'),
};
await settings({ production: { postriderAccount: acme }, staging: {} });

async function settings(blocks: Record<string, object>): Promise<void> {
  const places = Object.entries(blocks).map(([name, block], at) => [
    name,
    { stackName: 'mail', region: ['us-east-1', 'eu-west-1'][at], ...block },
  ]);
  const environments = Object.fromEntries(places);
  await writeFile(join(cli.dir, 'postrider.json'), JSON.stringify({ environments }));
}

/** The name of the account that a command works on, or its error. */
async function accountOf(words: string[], environment: Record<string, string> = {}) {
  const ended = await cli.run(['account', 'show', '--json', ...words], { ...aws, ...environment });
  const { name, error } = JSON.parse(ended.stdout);
  return name ?? error;
}

test('a command that names no account works on the one in POSTRIDER_ACCOUNT', async () => {
  const both = { POSTRIDER_ACCOUNT: ids.other };

  expect(await accountOf([], both)).toBe('Other');
  expect(await accountOf(['--environment', 'production'], both)).toBe('Other');
  expect(await accountOf(['--account', ids.acme], both)).toBe('Acme');
  expect(await accountOf([ids.acme], both)).toBe('Acme');
});

test("a command that names no account works on that of the environment's settings", async () => {
  const several =
    'There are several accounts: name one with --account or in POSTRIDER_ACCOUNT; account list shows them';

  expect(await accountOf(['--environment', 'production'])).toBe('Acme');
  expect(await accountOf(['--environment', 'production', '--account', ids.other])).toBe('Other');
  expect(await accountOf(['--environment', 'staging'])).toBe(several);
  expect(await accountOf([], { POSTRIDER_ACCOUNT: '' })).toBe(several);
});

test('an unknown account in POSTRIDER_ACCOUNT or in the settings is an error that names the place', async () => {
  const unknown = 'acc_0000000000000000';
  await settings({
    production: { postriderAccount: ids.acme },
    staging: { postriderAccount: unknown },
  });

  expect(await accountOf([], { POSTRIDER_ACCOUNT: unknown })).toBe(
    `There is no account ${unknown}: POSTRIDER_ACCOUNT names it, and account list shows the accounts`,
  );
  expect(await accountOf(['--environment', 'staging'])).toBe(
    `There is no account ${unknown}: postriderAccount in the settings names it, and account list shows the accounts`,
  );
});

test('a promotion takes the account of each side from the settings of its environment', async () => {
  await settings({
    production: { postriderAccount: ids.acme },
    staging: { postriderAccount: ids.other },
  });
  const words = ['template', 'promote', '--from', 'staging', '--to', 'production', '--dry-run'];

  const ended = await cli.run(words, { ...aws, POSTRIDER_ACCOUNT: 'acc_0000000000000000' });

  expect(ended.exitCode).toBe(0);
  expect(ended.stdout + ended.stderr).toContain(
    `${ids.acme} of production has the same content already.`,
  );
});
