import type { Command } from 'commander';
import { chosenAccount } from '../../shared/manage/accounts.ts';
import { createKey, deleteKey, listKeys, showKey } from '../../shared/manage/keys.ts';
import { lastUseText, noteOnDeleted, type UsedKey, withLastUse } from '../account/key-use.ts';
import { tryKey } from '../account/try-key.ts';
import { inSession } from '../connection/session.ts';
import { readTime } from '../message/message-options.ts';
import { localTime } from '../terminal/local-time.ts';
import { type AccountOption, accountOption, example } from '../terminal/options.ts';
import { fields, type Result, table } from '../terminal/result.ts';

/** How far the log is looked into: no further than it is kept. */
const sinceOption = [
  '--since <time>',
  'how far to look into the log: a date such as 2026-05-01, or a span such as 7d',
  '30d',
] as const;

interface ListOptions extends AccountOption {
  lastUsed?: boolean;
  since: string;
}

/** `key …`: the API keys of an account. */
export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys');
  addCreate(key);
  addList(key);
  addShow(key);
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
      inSession(command, async ({ ports, deployment, progress }) => {
        progress('Creating the key');
        const accountId = await chosenAccount(ports, options.account);
        const created = await createKey(ports, { accountId, name: options.name });
        const { keyId, name, secret } = created;
        const shown = fields([
          ['key', keyId],
          ['name', name],
          ['secret', secret],
        ]);
        return {
          json: created,
          text: `${shown}\n\nThe secret is shown this once: keep it now.`,
          // A log that keeps what is said on stderr must not keep the secret.
          ...(process.stderr.isTTY && {
            note: `Try it:\n${tryKey(deployment.baseUrl, secret)}`,
          }),
        };
      }),
    );
}

function addList(key: Command): void {
  key
    .command('list')
    .description('list the API keys of an account, deleted ones too')
    .option(...accountOption)
    .option('--last-used', 'look into the log for the last request with each of them')
    .option(...sinceOption)
    .addHelpText(...example('key list --account acc_0a1B2c3D4e5F6g7H --last-used'))
    .action((options: ListOptions, command: Command) => {
      const since = readTime(options.since, command, new Date()) ?? new Date(0);
      return inSession(command, async ({ ports, deployment, progress }) => {
        progress('Reading the keys');
        const accountId = await chosenAccount(ports, options.account);
        const keys = await listKeys(ports, accountId);
        if (options.lastUsed) {
          progress('Looking into the log');
          return listOfUse(await withLastUse(keys, deployment, since), since);
        }
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
      });
    });
}

function listOfUse(keys: readonly UsedKey[], since: Date): Result {
  const rows = keys.map((key) => [
    ...[key.keyId, key.name, key.hint, key.status],
    lastUseText(key, since),
  ]);
  const text = table(['KEY', 'NAME', 'SECRET', 'STATUS', 'LAST USED'], rows);
  return { json: { keys, since: since.toISOString() }, text };
}

function addShow(key: Command): void {
  key
    .command('show')
    .description('show an API key, and when it was last used')
    .argument('<key>', 'its id')
    .option('--account <id>', 'the account that it must belong to')
    .option(...sinceOption)
    .addHelpText(...example('key show key_0a1B2c3D4e5F6g7H'))
    .action((keyId: string, options: ListOptions, command: Command) => {
      const since = readTime(options.since, command, new Date()) ?? new Date(0);
      return inSession(command, async ({ ports, deployment, progress }) => {
        progress('Reading the key');
        const found = await showKey(ports, keyId, options.account);
        progress('Looking into the log');
        const [shown] = await withLastUse([found], deployment, since);
        if (!shown) throw new Error('One key was asked for, and none came back');
        const { accountId, name, hint, status, createdAt, revokedAt } = shown;
        const text = fields([
          ['key', keyId],
          ['account', accountId],
          ['name', name],
          ['secret', hint],
          ['status', revokedAt ? `${status} ${localTime(revokedAt)}` : status],
          ['created', localTime(createdAt)],
          ['last used', lastUseText(shown, since)],
        ]);
        return { json: { ...shown, since: since.toISOString() }, text };
      });
    });
}

function addDelete(key: Command): void {
  key
    .command('delete')
    .description('delete an API key: it stops working with the next request')
    .argument('<key>', 'its id')
    .option('--account <id>', 'the account that it must belong to')
    .addHelpText(...example('key delete key_0a1B2c3D4e5F6g7H'))
    .action((keyId: string, options: AccountOption, command: Command) =>
      inSession(command, async ({ ports, deployment, progress }) => {
        progress('Deleting the key');
        const deleted = await deleteKey(ports, keyId, options.account);
        const text = `Key ${keyId} is revoked: requests with it are answered with 401.`;
        // A program is told nothing on stderr, and need not wait for the log.
        if (command.optsWithGlobals().json) return { json: deleted, text };
        progress('Looking into the log');
        return { json: deleted, text, note: await noteOnDeleted(deleted, deployment, ports.now()) };
      }),
    );
}
