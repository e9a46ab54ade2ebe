import type { Command } from 'commander';
import { chosenAccount } from '../shared/manage/accounts.ts';
import { createKey, deleteKey, listKeys } from '../shared/manage/keys.ts';
import { type AccountOption, accountOption, example } from './options.ts';
import { fields, table } from './result.ts';
import { inSession } from './session.ts';

/** `key …`: the API keys of an account. */
export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys');
  addCreate(key);
  addList(key);
  addDelete(key);
}

function addCreate(key: Command): void {
  key
    .command('create')
    .description('create an API key; its secret is shown once')
    .requiredOption('--name <name>', 'what it is for: production, staging …')
    .option(...accountOption)
    .addHelpText(...example('key create --account acc_0a1B2c3D4e5F6g7H --name production'))
    .action((options: AccountOption & { name: string }, command: Command) =>
      inSession(command, async ({ ports, progress }) => {
        progress('Creating the key');
        const accountId = await chosenAccount(ports, options.account);
        const created = await createKey(ports, { accountId, name: options.name });
        const { keyId, name, secret } = created;
        const shown = fields([
          ['key', keyId],
          ['name', name],
          ['secret', secret],
        ]);
        return { json: created, text: `${shown}\n\nThe secret is shown this once: keep it now.` };
      }),
    );
}

function addList(key: Command): void {
  key
    .command('list')
    .description('list the API keys of an account, deleted ones too')
    .option(...accountOption)
    .addHelpText(...example('key list --account acc_0a1B2c3D4e5F6g7H'))
    .action((options: AccountOption, command: Command) =>
      inSession(command, async ({ ports, progress }) => {
        progress('Reading the keys');
        const accountId = await chosenAccount(ports, options.account);
        const keys = await listKeys(ports, accountId);
        const rows = keys.map(({ keyId, name, hint, status, createdAt, revokedAt }) => [
          keyId,
          name,
          hint,
          status,
          createdAt,
          revokedAt,
        ]);
        const headings = ['KEY', 'NAME', 'SECRET', 'STATUS', 'CREATED', 'REVOKED'];
        return { json: { keys }, text: table(headings, rows) };
      }),
    );
}

function addDelete(key: Command): void {
  key
    .command('delete')
    .description('delete an API key: it stops working with the next request')
    .argument('<key>', 'its id')
    .option('--account <id>', 'the account that it must belong to')
    .addHelpText(...example('key delete key_0a1B2c3D4e5F6g7H'))
    .action((keyId: string, options: AccountOption, command: Command) =>
      inSession(command, async ({ ports, progress }) => {
        progress('Deleting the key');
        const deleted = await deleteKey(ports, keyId, options.account);
        const text = `Key ${keyId} is revoked: requests with it are answered with 401.`;
        return { json: deleted, text };
      }),
    );
}
