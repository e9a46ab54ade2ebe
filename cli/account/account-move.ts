import type { Command } from 'commander';
import { accountRecord } from '../../shared/manage/accounts.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { inSession, type Session } from '../connection/session.ts';
import { checkImport, type ImportPlan } from '../operate/move/check-import.ts';
import { exportAccount } from '../operate/move/export-account.ts';
import { importAccount } from '../operate/move/import-account.ts';
import { toFailure } from '../terminal/failure.ts';
import { example, program } from '../terminal/options.ts';
import { fields } from '../terminal/result.ts';
import { exportPath, readExportFile, writeExport } from './export-file.ts';

interface ExportCommandOptions {
  currentOnly?: boolean;
  messages?: boolean;
  overwrite?: boolean;
}

interface ImportCommandOptions {
  as?: string;
  merge?: boolean;
}

/** `account export | import`: an account as a file, and back. */
export function addAccountMoves(account: Command): void {
  addExport(account);
  addImport(account);
}

function addExport(account: Command): void {
  account
    .command('export')
    .description(
      'write an account with its templates and suppressed addresses into a file; keys cannot be moved, their names are in it',
    )
    .argument('<account>', 'its id')
    .argument('<file>', 'a new file, or a folder: then ACCOUNT.jsonl in it')
    .option('--current-only', 'of each template only the revision that is served')
    .option('--messages', 'the records of messages too: they hold addresses')
    .option('--overwrite', 'write over a file that is there')
    .addHelpText(...example('account export acc_0a1B2c3D4e5F6g7H backup'))
    .action((id: string, target: string, options: ExportCommandOptions, command: Command) =>
      inSession(command, async ({ ports, progress }) => {
        const { currentOnly, messages = false, overwrite = false } = options;
        const { accountId } = await accountRecord(ports, id);
        const file = await exportPath(target, accountId, overwrite);
        const revisions = currentOnly ? ('current' as const) : ('all' as const);
        let lines = 0;
        const text = async function* () {
          for await (const line of exportAccount(ports, accountId, { revisions, messages })) {
            lines += 1;
            progress(`Exporting line ${lines}`);
            yield line;
          }
        };
        await writeExport(file, text());
        return {
          json: { accountId, file, lines },
          text: `${accountId} is in ${file}: ${lines} lines.`,
        };
      }),
    );
}

function addImport(account: Command): void {
  account
    .command('import')
    .description(
      'make an account of an exported file; everything is checked before anything is written',
    )
    .argument('<file>', 'what account export wrote')
    .option('--as <id>', 'the id that the account gets; default: the one it had')
    .option('--merge', 'go on with an import that was interrupted')
    .addHelpText(...example('account import backup/acc_0a1B2c3D4e5F6g7H.jsonl'))
    .action((file: string, options: ImportCommandOptions, command: Command) =>
      inSession(command, async (session) => {
        const plan = await importFile(session, file, options);
        const { account, templates, revisions, suppressions, messages, keys } = plan;
        const { accountId } = account;
        return {
          json: { accountId, templates, revisions, suppressions, messages, keys },
          text: fields([
            ['account', accountId],
            ['name', account.name],
            ['plan', account.plan],
            ['templates', `${templates}, ${revisions} revisions`],
            ['suppressed', suppressions],
            ['messages', messages],
          ]),
          note: keyNote(plan),
        };
      }),
    );
}

async function importFile(
  { ports, progress }: Session,
  file: string,
  { as, merge = false }: ImportCommandOptions,
): Promise<ImportPlan> {
  progress('Checking the file');
  const plan = await checkFile(file, () => checkImport(ports, readExportFile(file), { as, merge }));
  try {
    await importAccount(ports, readExportFile(file), plan, progress);
  } catch (fault) {
    const { error } = toFailure(fault);
    throw new ManageError(
      `The import of ${plan.account.accountId} stopped half-way: run it again with --merge (${error})`,
      [],
      { cause: fault },
    );
  }
  return plan;
}

/** Problems of lines name the file. */
async function checkFile(file: string, check: () => Promise<ImportPlan>): Promise<ImportPlan> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ManageError)) throw error;
    const { message, details, code, hint } = error;
    const placed = details.map((problem) => ({ ...problem, file }));
    throw new ManageError(message, placed, { code, ...(hint && { hint }), cause: error });
  }
}

function keyNote({ account, keys }: ImportPlan): string {
  if (keys.length === 0) return 'It has no API key yet: make one with key create.';
  const lines = keys.map(
    (name) =>
      `  ${program} key create --account ${account.accountId} --name ${JSON.stringify(name)}`,
  );
  return ['API keys cannot be moved. Make new ones:', ...lines].join('\n');
}
