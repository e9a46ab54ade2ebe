import type { Command } from 'commander';
import { callerPath } from '../../../lib/project.ts';
import { deleteTemplate } from '../../../shared/manage/templates/delete-template.ts';
import { headOf } from '../../../shared/manage/templates/template-head.ts';
import { authorOf } from '../../connection/actor.ts';
import { inAccount } from '../../connection/session.ts';
import { agreed } from '../../terminal/dialog.ts';
import { accountOption, nextCommand, subcommand } from '../../terminal/options.ts';
import { type Result, table } from '../../terminal/result.ts';
import { neededApprovals, overrideOption, readOverride } from './approvals/approval-options.ts';
import { addImport } from './import/template-import.ts';
import { chosenClients, clientsOption } from './lint/clients-option.ts';
import { findingJson } from './lint/lint-formats.ts';
import { pushWarnings, warningLines } from './lint/push-warnings.ts';
import { addLint } from './lint/template-lint.ts';
import { addLooks } from './looks/template-looks.ts';
import { addPromote } from './promote/template-promote.ts';
import { pullFolder } from './push/pull-folder.ts';
import { afterDrafts, draftTable, pushDrafts, pushFolder, pushTable } from './push/push-folder.ts';
import { addReplay } from './replay/template-replay.ts';
import { noteOption } from './stored/revision-options.ts';
import { addApprove } from './stored/template-approve.ts';
import { addDiscardDraft, addPublish } from './stored/template-drafts.ts';
import { addPause } from './stored/template-pause.ts';
import { addRollback, addUndelete } from './stored/template-rollback.ts';
import { addVersions } from './stored/template-versions.ts';
import { addTemplateViews } from './stored/template-views.ts';
import { addDiff } from './template-diff.ts';
import { addNew } from './template-new.ts';
import { addTest } from './template-test.ts';
import { addTypes } from './types/template-types.ts';

const dirArgument = ['<dir>', "one template's folder, or a folder of such folders"] as const;

export function addTemplateCommands(program: Command): void {
  const template = program.command('template').description('manage templates and their revisions');
  template.commandsGroup('Folders:');
  addNew(template);
  addPush(template);
  addPull(template);
  addDiff(template);
  addImport(template);
  template.commandsGroup('Checks:');
  addLint(template);
  addLooks(template);
  addReplay(template);
  addTest(template);
  addTypes(template);
  template.commandsGroup('Stored templates:');
  addTemplateViews(template);
  addVersions(template);
  addPromote(template);
  addApprove(template);
  addPublish(template);
  addDiscardDraft(template);
  addRollback(template);
  addPause(template);
  addDelete(template);
  addUndelete(template);
}

interface PushOptions {
  draft?: boolean;
  dryRun?: boolean;
  force?: boolean;
  note?: string;
  override?: string;
  quietLooks?: boolean;
}

function addPush(template: Command): void {
  subcommand(template, 'push', {
    about: 'save the template in a folder, or every template in its subfolders',
    example: 'template push templates --dry-run',
  })
    .argument(...dirArgument, callerPath)
    .option(...accountOption)
    .option('--draft', 'save drafts, which no request serves until template publish')
    .option('--dry-run', 'check and compare, but save nothing')
    .option('--force', 'save over what another person changed since the folder was pulled')
    .option(...noteOption)
    .option(...overrideOption)
    .addOption(clientsOption())
    .option(
      '--quiet-looks',
      'do not print what mail clients and readers will make of the templates',
    )
    .action((dir: string, options: PushOptions, command: Command) =>
      inAccount(command, 'Checking the templates', async (session) => {
        const { draft = false, dryRun = false, force = false, note } = options;
        const { ports, accountId, progress } = session;
        const author = { by: await authorOf(ports), how: 'push', note };
        const override = readOverride(options.override, command);
        const approvals = await neededApprovals(ports, accountId, override);
        const push = { dir, accountId, dryRun, force, author, approvals, progress };
        const clients = chosenClients(command);
        const ended = async (
          templates: readonly { id: string; state: string }[],
          text: string,
        ): Promise<Result> => {
          const warnings = options.quietLooks ? [] : await pushWarnings(dir, templates, clients);
          const json = { templates, dryRun, warnings: warnings.map(findingJson) };
          return { json, text, note: warningLines(warnings, dir) };
        };
        const closing = dryRun ? '\n\nNothing was saved: this was a dry run.' : '';
        if (draft) {
          const saved = await pushDrafts(ports, push);
          const text = draftTable(saved) + (closing || `\n\n${afterDrafts(saved, command)}`);
          return ended(saved, text);
        }
        const pushed = await pushFolder(ports, push);
        return ended(pushed, pushTable(pushed) + closing);
      }),
    );
}

function addPull(template: Command): void {
  subcommand(template, 'pull', {
    about:
      "write the account's templates into folders; overwrite each template's files, and keep all other files",
    example: 'template pull templates',
  })
    .argument(
      '<dir>',
      "a folder for all templates, or one template's folder to write only that template",
      callerPath,
    )
    .option(...accountOption)
    .action((dir: string, _: object, command: Command) =>
      inAccount(command, 'Reading the templates', async ({ ports, accountId, progress }) => {
        const pulled = await pullFolder(ports, { dir, accountId, progress });
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

/** `template delete` asks at a terminal. In a pipe it does not, because one command restores the template. */
function addDelete(template: Command): void {
  subcommand(template, 'delete', {
    about: 'delete a template; requests for it then get 404',
    example: 'template delete welcome',
  })
    .argument('<template>', "the template's id")
    .option(...accountOption)
    .option('--yes', 'do not ask; in a pipe the command never asks')
    .action((id: string, { yes }: { yes?: boolean }, command: Command) =>
      inAccount(command, 'Reading the template', async (session) => {
        const { ports, accountId, deployment: _, ...terminal } = session;
        const { revision, draft } = await headOf(ports, accountId, id);
        const drops = draft ? ` Its draft ${draft.revision} is deleted permanently.` : '';
        const question = `Delete ${id}? Nothing can use it then; template rollback ${id} ${revision} restores it.${drops}`;
        if (!yes && terminal.interactive && !(await agreed(terminal, question))) {
          return { json: { id, deleted: false }, text: 'Nothing was deleted.', exitCode: 1 };
        }
        terminal.progress('Deleting the template');
        const by = await authorOf(ports);
        const deleted = await deleteTemplate(ports, accountId, id, revision, by);
        const restore = nextCommand(command, `template rollback ${id} ${revision}`);
        const text = [
          `${id} is deleted: requests for it now get 404, and no template can take it.`,
          ...(draft ? [`Its draft ${draft.revision} is deleted permanently.`] : []),
          `Its revisions are kept. To restore it: ${restore}`,
        ];
        const also = draft && { deletedDraft: draft.revision };
        return { json: { ...deleted, ...also }, text: text.join('\n') };
      }),
    );
}
