import type { Command } from 'commander';
import type { TemplateHead } from '../../shared/adapters/tables/templates-table.ts';
import { chosenAccount } from '../../shared/manage/accounts.ts';
import { type ListedRevision, listRevisions } from '../../shared/manage/templates/revisions.ts';
import {
  type CurrentTemplate,
  listDeletedTemplates,
  listTemplates,
  showTemplate,
} from '../../shared/manage/templates/templates.ts';
import { inSession } from '../connection/session.ts';
import { type AccountOption, accountOption, example, nextCommand } from '../terminal/options.ts';
import { fields, table } from '../terminal/result.ts';

interface ListOptions extends AccountOption {
  deleted?: boolean;
}

/** `template list | show | versions`: what there is, without changing it. */
export function addTemplateViews(template: Command): void {
  addList(template);
  addShow(template);
  addVersions(template);
}

function addList(template: Command): void {
  template
    .command('list')
    .description('list the templates of an account')
    .option('--deleted', 'those that were deleted, and can be brought back, instead')
    .option(...accountOption)
    .addHelpText(...example('template list'))
    .action(({ account, deleted = false }: ListOptions, command: Command) =>
      inSession(command, async ({ ports, progress }) => {
        progress('Reading the templates');
        const accountId = await chosenAccount(ports, account);
        const list = deleted ? listDeletedTemplates : listTemplates;
        const heads = await list(ports, accountId);
        const templates = heads.map(listed);
        return { json: { templates }, text: listText(heads, deleted) };
      }),
    );
}

function listed({ templateId: id, ...head }: TemplateHead) {
  const { name, subject, flowStatus, revision, updatedAt, deletedAt } = head;
  return { id, name, subject, flowStatus, revision, updatedAt, deletedAt };
}

function listText(heads: readonly TemplateHead[], deleted: boolean): string {
  const rows = heads.map(
    ({ templateId, name, subject, flowStatus, revision, updatedAt, deletedAt }) => [
      ...[templateId, name, subject, flowStatus, revision],
      deletedAt ?? updatedAt,
    ],
  );
  const last = deleted ? 'DELETED' : 'UPDATED';
  return table(['TEMPLATE', 'NAME', 'SUBJECT', 'FLOW', 'REVISION', last], rows);
}

function addShow(template: Command): void {
  template
    .command('show')
    .description('show a template; with --json its content too')
    .argument('<template>', 'its id')
    .option(...accountOption)
    .addHelpText(...example('template show welcome'))
    .action((id: string, options: AccountOption, command: Command) =>
      inSession(command, async ({ ports, progress }) => {
        progress('Reading the template');
        const accountId = await chosenAccount(ports, options.account);
        const { head, source, variables } = await showTemplate(ports, accountId, id);
        const { flowStatus, revision, updatedAt } = head;
        const { templateId: _, ...content } = source;
        return {
          json: { id, ...content, revision, variables, flowStatus, updatedAt },
          text: describe({ head, source, variables }),
        };
      }),
    );
}

function addVersions(template: Command): void {
  template
    .command('versions')
    .description('list the revisions of a template, newest first, of a deleted one too')
    .argument('<template>', 'its id')
    .option(...accountOption)
    .addHelpText(...example('template versions welcome'))
    .action((id: string, options: AccountOption, command: Command) =>
      inSession(command, async ({ ports, progress }) => {
        progress('Reading the revisions');
        const accountId = await chosenAccount(ports, options.account);
        const { items: versions, deletedAt } = await listRevisions(ports, accountId, id);
        const rows = versions.map(({ revision, createdAt, current }) => [
          revision,
          createdAt,
          current ? 'current' : '',
        ]);
        const text = table(['REVISION', 'CREATED', ''], rows);
        const json = { id, versions, ...(deletedAt && { deletedAt }) };
        return { json, text: text + deletedText(id, { versions, deletedAt }, command) };
      }),
    );
}

function deletedText(
  id: string,
  { versions, deletedAt }: { versions: ListedRevision[]; deletedAt: string | undefined },
  command: Command,
): string {
  if (deletedAt === undefined) return '';
  const [newest] = versions;
  // An import with --current-only keeps the tombstone, and none of its revisions.
  const way = newest
    ? `To bring it back: ${nextCommand(command, `template rollback ${id} ${newest.revision}`)}`
    : 'None of its revisions is stored.';
  return `\n\n${id} was deleted at ${deletedAt}. ${way}`;
}

function describe({ head, source, variables }: CurrentTemplate): string {
  const names = (required: boolean) =>
    variables
      .filter((variable) => variable.required === required)
      .map(({ within, name }) => [...within, name].join('.'));
  return fields([
    ['template', head.templateId],
    ['name', head.name],
    ['subject', head.subject],
    ['required', names(true).join(', ')],
    ['optional', names(false).join(', ')],
    ['text', source.text === undefined ? 'derived from the HTML' : "the template's own"],
    ['flow', head.flowStatus],
    ['revision', head.revision],
    ['updated', head.updatedAt],
  ]);
}
