import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { callerPath } from '../../../lib/project.ts';
import { program } from '../../../shared/command.ts';
import { accountRecord } from '../../../shared/manage/accounts.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { listDrafts } from '../../../shared/manage/templates/templates.ts';
import { note } from '../../../shared/manage/trail/recorded.ts';
import { inSession, type Session } from '../../connection/session.ts';
import { codeOf, isDiskFull } from '../../files/error-code.ts';
import { noRoomFor, unfinishedOf } from '../../files/whole-file.ts';
import { toFailure } from '../../terminal/failure.ts';
import { subcommand } from '../../terminal/options.ts';
import { fields } from '../../terminal/result.ts';
import { shellWord } from '../../terminal/text.ts';
import { hookOptions } from './hook-commands.ts';
import { createOptions } from './key-create.ts';
import { checkImport, type ImportPlan } from './move/check-import.ts';
import { exportAccount } from './move/export-account.ts';
import { readPartials } from './move/exported-partials.ts';
import { importAccount } from './move/import-account.ts';
import { type NumberedLine, readExport } from './move/read-export.ts';

interface ExportCommandOptions {
  currentOnly?: boolean;
  messages?: boolean;
  overwrite?: boolean;
}

interface ImportCommandOptions {
  as?: string;
  merge?: boolean;
}

export function addAccountMoves(account: Command): void {
  addExport(account);
  addImport(account);
}

function addExport(account: Command): void {
  subcommand(account, 'export', {
    about:
      'write an account into a file, with its templates, its suppressed addresses, its webhooks without secrets, and the names, modes and scopes of its API keys',
    example: 'account export acc_0a1B2c3D4e5F6g7H backup',
  })
    .argument('<account>', "the account's id")
    .argument('<file>', 'a new file, or a folder for the new file ACCOUNT.jsonl', callerPath)
    .option(
      '--current-only',
      'export only the current revision of each template; default: every revision',
    )
    .option('--messages', 'also export the records of messages, which contain addresses')
    .option('--overwrite', 'replace an existing file')
    .action((id: string, target: string, options: ExportCommandOptions, command: Command) =>
      inSession(command, 'Reading the account', async ({ ports, progress }) => {
        const { currentOnly, messages = false, overwrite = false } = options;
        const { accountId } = await accountRecord(ports, id);
        const file = await exportPath(target, accountId, overwrite);
        const revisions = currentOnly ? ('current' as const) : ('all' as const);
        await note(ports, accountId, 'account.exported', `account:${accountId}`);
        let lines = 0;
        const text = async function* () {
          for await (const line of exportAccount(ports, accountId, { revisions, messages })) {
            lines += 1;
            progress(`Exporting line ${lines}`);
            yield line;
          }
        };
        await writeExport(file, text());
        const drafts = (await listDrafts(ports, accountId)).map(({ templateId }) => templateId);
        return {
          json: { accountId, file, lines, drafts },
          text: `Exported ${accountId} to ${file}: ${lines} lines.`,
          ...(drafts.length > 0 && {
            note: `The file has no drafts: not of ${drafts.join(', ')}.`,
          }),
        };
      }),
    );
}

function addImport(account: Command): void {
  subcommand(account, 'import', {
    about: 'check an exported file, and create an account from it',
    example: 'account import backup/acc_0a1B2c3D4e5F6g7H.jsonl',
  })
    .argument('<file>', 'a file that account export wrote', callerPath)
    .option('--as <id>', 'the id of the new account; default: the exported id')
    .option('--merge', 'continue an interrupted import')
    .action((file: string, options: ImportCommandOptions, command: Command) =>
      inSession(command, 'Checking the file', async (session) => {
        const plan = await importFile(session, file, options);
        const { account, templates, revisions, suppressions, messages, keys } = plan;
        const { accountId } = account;
        const commands = keyCommands(plan);
        const added = webhookCommands(plan);
        const names = keys.map(({ name }) => name);
        const paused = keys.filter(({ isPaused }) => isPaused).map(({ name }) => name);
        return {
          json: {
            ...{ accountId, templates, revisions, suppressions, messages, keys: names },
            keyCommands: commands,
            webhookCommands: added,
          },
          text: fields([
            ['account', accountId],
            ['name', account.name],
            ['plan', account.plan],
            ['templates', `${templates}, ${revisions} revisions`],
            ['suppressed', suppressions],
            ['messages', messages],
          ]),
          note: [
            ...commandLines('API keys cannot be moved. Create new ones:', commands),
            ...(paused.length > 0 ? [`Paused when they were exported: ${paused.join(', ')}.`] : []),
            ...commandLines('Webhooks get new secrets. Add them again:', added),
          ].join('\n'),
        };
      }),
    );
}

async function importFile(
  { ports, progress }: Session,
  file: string,
  { as, merge = false }: ImportCommandOptions,
): Promise<ImportPlan> {
  const partials = await readPartials(readExportFile(file));
  const plan = await checkImport(ports, readExportFile(file), { as, merge, partials });
  try {
    await importAccount(ports, readExportFile(file), plan, progress);
  } catch (fault) {
    const { error } = toFailure(fault);
    throw new ManageError(
      `The import of ${plan.account.accountId} did not finish: run it again with --merge (${error})`,
      [],
      { cause: fault },
    );
  }
  return plan;
}

/** The commands that create the keys of the file again, in the same mode and with the same scopes. */
function keyCommands({ account, keys }: ImportPlan): string[] {
  return keys.map(({ name, isPaused: _, hook, ...options }) => {
    const words = `--account ${account.accountId} --name ${shellWord(name)}`;
    const test = options.mode === 'test' ? ' --test' : '';
    return hook
      ? `${program} hook create supabase ${words} ${hookOptions(hook)}${test}`
      : `${program} key create ${words} ${createOptions(options)}`.trimEnd();
  });
}

function webhookCommands({ account, webhooks }: ImportPlan): string[] {
  return webhooks.map(({ url, types, test }) =>
    [
      `${program} webhook add ${shellWord(url)} --account ${account.accountId}`,
      ...(types ?? []).map((type) => `--type ${type}`),
      ...(test ? ['--test'] : []),
    ].join(' '),
  );
}

function commandLines(sentence: string, commands: readonly string[]): string[] {
  return commands.length === 0 ? [] : [sentence, ...commands.map((line) => `  ${line}`)];
}

/** `target`, or in a folder a file named after the account. @throws {ManageError} if it may not be overwritten */
async function exportPath(target: string, accountId: string, overwrite: boolean) {
  const stats = await stat(target).catch(() => null);
  const path = stats?.isDirectory() ? join(target, `${accountId}.jsonl`) : target;
  if (overwrite || (await lstat(path).catch(() => null)) === null) return path;
  throw new ManageError(`${path} exists already: name another file, or add --overwrite`);
}

/** Writes a file whole or not at all, readable only by its owner, as fast as the disk accepts it. */
async function writeExport(path: string, lines: AsyncIterable<string>): Promise<void> {
  const unfinished = unfinishedOf(path);
  try {
    await rm(unfinished, { force: true });
    // The flag `wx` refuses an existing name, so that the export cannot follow a link of this name.
    const file = createWriteStream(unfinished, { mode: 0o600, flags: 'wx' });
    await pipeline(Readable.from(lines), file);
    await rename(unfinished, path);
  } catch (fault) {
    await rm(unfinished, { force: true });
    if (isDiskFull(fault)) throw noRoomFor(path, fault);
    if (codeOf(fault) !== 'ENOENT') throw fault;
    throw new ManageError(`The folder of ${path} does not exist: create it first`, [], {
      cause: fault,
    });
  }
}

/** The lines of an export. Each call reads the file from its beginning. @throws {ManageError} if it is missing */
export async function* readExportFile(path: string): AsyncGenerator<NumberedLine> {
  const file = createReadStream(path);
  try {
    await once(file, 'open');
  } catch (cause) {
    throw new ManageError(`There is no file ${path}`, [], { cause });
  }
  try {
    yield* readExport(file, path);
  } finally {
    file.destroy();
  }
}
