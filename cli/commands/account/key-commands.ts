import type { Command } from 'commander';
import { type ApiKey, deleteKey, listKeys, showKey } from '../../../shared/manage/keys.ts';
import type { Deployment } from '../../connection/deployment.ts';
import { inAccount, inSession } from '../../connection/session.ts';
import { requestLogOf } from '../../request-log/deployment-log.ts';
import { localTime } from '../../terminal/local-time.ts';
import { type AccountOption, accountOption, readTime, subcommand } from '../../terminal/options.ts';
import { fields, type Result, table } from '../../terminal/result.ts';
import { addCreate, optionFields } from './key-create.ts';
import { addPause } from './key-pause.ts';
import { addRotate } from './key-rotate.ts';

/** How far back the command searches the log. The default is how long the log is kept. */
const sinceOption = [
  '--since <time>',
  'how far back to search the log: a date such as 2026-05-01, or a span such as 7d',
  '30d',
] as const;

const ownerOption = ['--account <id>', 'refuse the key if it belongs to another account'] as const;

interface ListOptions extends AccountOption {
  lastUsed?: true;
  since: string;
}

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('manage API keys');
  addCreate(key);
  addList(key);
  addShow(key);
  addPause(key, ownerOption);
  addRotate(key, ownerOption);
  addDelete(key);
}

function addList(key: Command): void {
  subcommand(key, 'list', {
    about: 'list the API keys of an account, including deleted ones',
    example: 'key list --account acc_0a1B2c3D4e5F6g7H --last-used',
  })
    .option(...accountOption)
    .option('--last-used', 'also search the log for the last use of each key')
    .option(...sinceOption)
    .action((options: ListOptions, command: Command) => {
      const since = readTime(options.since, command, new Date()) ?? new Date(0);
      return inAccount(command, 'Reading the keys', async (session) => {
        const { ports, deployment, progress, accountId } = session;
        const keys = await listKeys(ports, accountId);
        if (options.lastUsed) {
          progress('Searching the log');
          return listOfUse(await withLastUse(keys, deployment, since), since);
        }
        const rows = keys.map((key) => [...cellsOf(key), key.createdAt, key.revokedAt]);
        return { json: { keys }, text: table([...headings, 'CREATED', 'REVOKED'], rows) };
      });
    });
}

function listOfUse(keys: readonly UsedKey[], since: Date): Result {
  const rows = keys.map((key) => [...cellsOf(key), lastUseText(key, since)]);
  return {
    json: { keys, since: since.toISOString() },
    text: table([...headings, 'LAST USED'], rows),
  };
}

const headings = ['KEY', 'NAME', 'SECRET', 'MODE', 'SCOPES', 'STATUS'];

const cellsOf = ({ keyId, name, hint, mode, scopes, ...key }: ApiKey) => [
  ...[keyId, name, hint, mode],
  scopes?.join(' '),
  key.paused ? 'paused' : key.status,
];

function addShow(key: Command): void {
  subcommand(key, 'show', {
    about: 'show an API key, and when it was last used',
    example: 'key show key_0a1B2c3D4e5F6g7H',
  })
    .argument('<key>', "the key's id")
    .option(...ownerOption)
    .option(...sinceOption)
    .action((keyId: string, options: ListOptions, command: Command) => {
      const since = readTime(options.since, command, new Date()) ?? new Date(0);
      return inSession(command, 'Reading the key', async ({ ports, deployment, progress }) => {
        const found = await showKey(ports, keyId, options.account);
        progress('Searching the log');
        const [shown] = await withLastUse([found], deployment, since);
        if (!shown) throw new Error('The log search returned no entry for the key');
        const { accountId, name, hint, status, createdAt, revokedAt, activeUntil, paused } = shown;
        const text = fields([
          ['key', keyId],
          ['account', accountId],
          ['name', name],
          ['secret', hint],
          ...optionFields(shown),
          ['status', revokedAt ? `${status} ${localTime(revokedAt)}` : status],
          ...(paused ? [['paused', `${localTime(paused.at)} by ${paused.by}`] as const] : []),
          ...(activeUntil ? [['works until', localTime(activeUntil)] as const] : []),
          ['created', localTime(createdAt)],
          ['last used', lastUseText(shown, since)],
        ]);
        return { json: { ...shown, since: since.toISOString() }, text };
      });
    });
}

function addDelete(key: Command): void {
  subcommand(key, 'delete', {
    about: 'delete an API key; requests with it then get 401',
    example: 'key delete key_0a1B2c3D4e5F6g7H',
  })
    .argument('<key>', "the key's id")
    .option(...ownerOption)
    .action((keyId: string, options: AccountOption, command: Command) =>
      inSession(command, 'Deleting the key', async ({ ports }) => {
        const deleted = await deleteKey(ports, keyId, options.account);
        return { json: deleted, text: `Key ${keyId} is revoked: requests with it now get 401.` };
      }),
    );
}

type UsedKey = ApiKey & { lastUsedAt: string | null };

async function withLastUse(
  keys: readonly ApiKey[],
  deployment: Deployment,
  since: Date,
): Promise<UsedKey[]> {
  const log = await requestLogOf(deployment);
  const uses = await log.lastUseOfKeys(since);
  return keys.map((key) => ({ ...key, lastUsedAt: uses.get(key.keyId) ?? null }));
}

function lastUseText({ lastUsedAt }: UsedKey, since: Date): string {
  return lastUsedAt === null
    ? `not since ${localTime(since.toISOString())}`
    : localTime(lastUsedAt);
}
