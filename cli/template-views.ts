import type { Command } from 'commander';
import { chosenAccount } from '../shared/manage/accounts.ts';
import {
  type CurrentTemplate,
  listTemplates,
  listVersions,
  showTemplate,
} from '../shared/manage/templates.ts';
import { type AccountOption, accountOption, example } from './options.ts';
import { fields, table } from './result.ts';
import { inSession } from './session.ts';

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
    .option(...accountOption)
    .addHelpText(...example('template list'))
    .action((options: AccountOption, command: Command) =>
      inSession(command, async ({ ports, progress }) => {
        progress('Reading the templates');
        const heads = await listTemplates(ports, await chosenAccount(ports, options.account));
        const templates = heads.map(({ templateId: id, ...head }) => ({ id, ...head }));
        const rows = templates.map(({ id, name, subject, flowStatus, revision, updatedAt }) => [
          id,
          name,
          subject,
          flowStatus,
          revision,
          updatedAt,
        ]);
        const headings = ['TEMPLATE', 'NAME', 'SUBJECT', 'FLOW', 'REVISION', 'UPDATED'];
        return { json: { templates }, text: table(headings, rows) };
      }),
    );
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
    .description('list the revisions of a template, newest first')
    .argument('<template>', 'its id')
    .option(...accountOption)
    .addHelpText(...example('template versions welcome'))
    .action((id: string, options: AccountOption, command: Command) =>
      inSession(command, async ({ ports, progress }) => {
        progress('Reading the revisions');
        const accountId = await chosenAccount(ports, options.account);
        const versions = await listVersions(ports, accountId, id);
        const rows = versions.map(({ revision, createdAt, current }) => [
          revision,
          createdAt,
          current ? 'current' : '',
        ]);
        return { json: { id, versions }, text: table(['REVISION', 'CREATED', ''], rows) };
      }),
    );
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
