import type { Command } from 'commander';
import { chosenAccount } from '../../shared/manage/accounts.ts';
import { type PushedTemplate, pushRevision } from '../../shared/manage/templates/push-templates.ts';
import { inSession } from '../connection/session.ts';
import { pullFolder } from '../template/pull-folder.ts';
import { pushFolder } from '../template/push-folder.ts';
import { pushTable } from '../template/push-table.ts';
import { addDelete } from '../template/template-delete.ts';
import { addDiff } from '../template/template-diff.ts';
import { addLint } from '../template/template-lint.ts';
import { addPromote } from '../template/template-promote.ts';
import { addTemplateViews } from '../template/template-views.ts';
import { type AccountOption, accountOption, example, revisionNumber } from '../terminal/options.ts';
import { table } from '../terminal/result.ts';

/** `template …`: the templates of an account, between folders and the service. */
export function addTemplateCommands(program: Command): void {
  const template = program.command('template').description('templates and their revisions');
  addPush(template);
  addPull(template);
  addDiff(template);
  addLint(template);
  addPromote(template);
  addTemplateViews(template);
  addRollback(template);
  addDelete(template);
}

function addPush(template: Command): void {
  template
    .command('push')
    .description('save the template in a folder, or the templates in its folders')
    .argument('<dir>', "one template's folder, or a folder of them")
    .option(...accountOption)
    .option('--dry-run', 'check and compare, but save nothing')
    .addHelpText(...example('template push templates --dry-run'))
    .action((dir: string, options: AccountOption & { dryRun?: boolean }, command: Command) =>
      inSession(command, async ({ ports, progress }) => {
        const { account, dryRun = false } = options;
        const pushed = await pushFolder(ports, { dir, account, dryRun, progress });
        const closing = dryRun ? '\n\nNothing was saved: this was a dry run.' : '';
        return { json: { templates: pushed, dryRun }, text: pushTable(pushed) + closing };
      }),
    );
}

function addPull(template: Command): void {
  template
    .command('pull')
    .description(
      "write the account's templates into folders; files of a template are overwritten, others stay",
    )
    .argument('<dir>', "a folder of templates, or one template's folder: then that one alone")
    .option(...accountOption)
    .addHelpText(...example('template pull templates'))
    .action((dir: string, options: AccountOption, command: Command) =>
      inSession(command, async ({ ports, progress }) => {
        const pulled = await pullFolder(ports, { dir, account: options.account, progress });
        const rows = pulled.map(({ id, revision, folder, written, removed }) => [
          id,
          revision,
          folder,
          [...written, ...removed.map((file) => `${file} removed`)].join(', ') || 'unchanged',
        ]);
        const text = table(['TEMPLATE', 'REVISION', 'FOLDER', 'WRITTEN'], rows);
        return { json: { templates: pulled }, text };
      }),
    );
}

function addRollback(template: Command): void {
  template
    .command('rollback')
    .description(
      "make an old revision's content current again, as a new revision; a deleted template is served again",
    )
    .argument('<template>', 'its id')
    .argument('<revision>', 'the number of the old revision')
    .option(...accountOption)
    .addHelpText(...example('template rollback welcome 3'))
    .action((id: string, number: string, options: AccountOption, command: Command) => {
      const revision = revisionNumber(number, command);
      return inSession(command, async ({ ports, progress }) => {
        progress('Rolling back');
        const accountId = await chosenAccount(ports, options.account);
        const pushed = await pushRevision(ports, accountId, id, revision);
        const text = rolledBackText(pushed, revision);
        return { json: { ...pushed, restored: revision }, text };
      });
    });
}

function rolledBackText({ id, revision, changed, state }: PushedTemplate, old: number): string {
  if (!changed) return `The current revision ${revision} of ${id} has that content already.`;
  const text = `Revision ${revision} of ${id} has the content of revision ${old}.`;
  return state === 'new' ? `${text} The template was deleted, and is served again.` : text;
}
