import { type Command, Option } from 'commander';
import { pauseNow } from '../../../../shared/adapters/tables/pause-item.ts';
import type { TemplateHead } from '../../../../shared/adapters/tables/templates-table.ts';
import { readDraft } from '../../../../shared/manage/templates/drafts/stored-draft.ts';
import { type ShownRevision, showRevision } from '../../../../shared/manage/templates/revisions.ts';
import type { TemplatePorts } from '../../../../shared/manage/templates/template-head.ts';
import {
  type CurrentTemplate,
  listDeletedTemplates,
  listDrafts,
  listTemplates,
  showTemplate,
} from '../../../../shared/manage/templates/templates.ts';
import { inAccount } from '../../../connection/session.ts';
import { accountOption, revisionNumber, subcommand } from '../../../terminal/options.ts';
import { fields, type Result, table } from '../../../terminal/result.ts';
import { contentFields, draftResult, draftsResult, draftWord } from './draft-views.ts';
import { pausedText } from './template-pause.ts';
import { shownVersion } from './template-versions.ts';

export function addTemplateViews(template: Command): void {
  addList(template);
  addShow(template);
}

function addList(template: Command): void {
  subcommand(template, 'list', {
    about: 'list the templates of an account',
    example: 'template list',
  })
    .addOption(
      new Option('--deleted', 'list only the deleted templates, which can be restored').conflicts(
        'drafts',
      ),
    )
    .option('--drafts', 'list only the templates that have a draft, also those never published')
    .option(...accountOption)
    .action(({ deleted = false, drafts = false }: ListOptions, command: Command) =>
      inAccount(command, 'Reading the templates', async ({ ports, accountId }) => {
        if (drafts) return draftsResult(await listDrafts(ports, accountId));
        const list = deleted ? listDeletedTemplates : listTemplates;
        const heads = await list(ports, accountId);
        const templates = heads.map(listed);
        return { json: { templates }, text: listText(heads, deleted) };
      }),
    );
}

interface ListOptions {
  deleted?: boolean;
  drafts?: boolean;
}

function listed({ templateId: id, ...head }: TemplateHead) {
  const { name, kind, uses, subject, flowStatus, revision, updatedAt, deletedAt } = head;
  const draft = head.draft?.revision ?? null;
  const { tags = [], languageTags = [] } = head;
  const paused = pauseNow(head.pauses);
  const lists = { uses, tags, languageTags };
  const dates = { updatedAt, deletedAt };
  const about = { id, name, kind, ...lists, subject, flowStatus, revision, ...dates, draft };
  return { ...about, ...(paused && { paused }) };
}

function listText(heads: readonly TemplateHead[], deleted: boolean): string {
  const rows = heads.map(({ kind = 'template', ...head }) => [
    ...[head.templateId, head.name, kind, head.subject],
    ...[pauseNow(head.pauses) ? 'paused' : head.flowStatus, head.revision],
    head.deletedAt ?? head.updatedAt,
    draftWord(head),
  ]);
  const last = deleted ? 'DELETED' : 'UPDATED';
  return table(['TEMPLATE', 'NAME', 'KIND', 'SUBJECT', 'FLOW', 'REVISION', last, 'DRAFT'], rows);
}

function addShow(template: Command): void {
  subcommand(template, 'show', {
    about: 'show a template; with --json also its content',
    example: 'template show welcome',
  })
    .argument('<template>', "the template's id")
    .option('--revision <number>', 'one of its revisions; the template may be deleted')
    .addOption(new Option('--draft', 'its draft').conflicts('revision'))
    .option(...accountOption)
    .action((id: string, options: { revision?: string; draft?: boolean }, command: Command) => {
      const number =
        options.revision === undefined ? null : revisionNumber(options.revision, command);
      return inAccount(command, 'Reading the template', async ({ ports, accountId }) => {
        if (options.draft) return draftResult(await readDraft(ports, accountId, id));
        if (number !== null)
          return revisionResult(await showRevision(ports, accountId, id, number));
        const shown = await showTemplate(ports, accountId, id);
        const { flowStatus, revision, updatedAt } = shown.head;
        const { templateId: _, ...content } = shown.source;
        const { variables, partials } = shown;
        const usedBy = await usersOf(ports, accountId, shown.head);
        return {
          json: { id, ...content, revision, variables, partials, usedBy, flowStatus, updatedAt },
          text: [describe(shown, usedBy), pausedText(shown.head)].join('\n').trimEnd(),
        };
      });
    });
}

function revisionResult({ source, ...version }: ShownRevision): Result {
  const { templateId: id, ...content } = source;
  const { partials } = version;
  const shown = shownVersion(version);
  const text = fields([
    ...contentFields(source, partials),
    ['revision', shown.revision],
    ['created', shown.at],
    ['by', shown.by ?? ''],
    ['how', shown.how ?? ''],
    ['note', shown.note ?? ''],
  ]);
  return { json: { id, ...content, partials, ...shown }, text };
}

async function usersOf(
  ports: TemplatePorts,
  accountId: string,
  { kind, templateId }: TemplateHead,
): Promise<string[] | undefined> {
  if (kind !== 'partial') return undefined;
  const heads = await listTemplates(ports, accountId);
  return heads.flatMap((head) => (head.uses?.includes(templateId) ? head.templateId : []));
}

function describe(
  { head, source, variables, partials }: CurrentTemplate,
  usedBy?: readonly string[],
): string {
  const names = (required: boolean) =>
    variables
      .filter((variable) => variable.required === required)
      .map(({ within, name }) => [...within, name].join('.'));
  return fields([
    ...contentFields(source, partials),
    ...(usedBy ? [['used by', usedBy.join(', ')] as const] : []),
    ['required', names(true).join(', ')],
    ['optional', names(false).join(', ')],
    ...(usedBy ? [] : [['flow', head.flowStatus] as const]),
    ['revision', head.revision],
    ['updated', head.updatedAt],
  ]);
}
