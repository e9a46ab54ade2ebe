import { type Command, Option } from 'commander';
import type { TemplateHead } from '../../shared/adapters/tables/templates-table.ts';
import { readDraft } from '../../shared/manage/templates/drafts/stored-draft.ts';
import {
  type ListedRevision,
  listRevisions,
  type RevisionPage,
  type ShownRevision,
  showRevision,
} from '../../shared/manage/templates/revisions.ts';
import type { TemplatePorts } from '../../shared/manage/templates/template-head.ts';
import type { TemplateSource } from '../../shared/manage/templates/template-source.ts';
import {
  type CurrentTemplate,
  listDeletedTemplates,
  listDrafts,
  listTemplates,
  showTemplate,
} from '../../shared/manage/templates/templates.ts';
import { inAccount } from '../connection/session.ts';
import { servedAt } from '../operate/served-at.ts';
import { accountOption, nextCommand, revisionNumber, subcommand } from '../terminal/options.ts';
import { fields, type Result, table } from '../terminal/result.ts';
import { draftResult, draftsResult, draftText, shownDraft } from './draft-views.ts';
import { pastTime } from './revision-options.ts';

/** `template list | show | versions`: read-only. */
export function addTemplateViews(template: Command): void {
  addList(template);
  addShow(template);
  addVersions(template);
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
  return { id, name, kind, uses, subject, flowStatus, revision, updatedAt, deletedAt, draft };
}

function listText(heads: readonly TemplateHead[], deleted: boolean): string {
  const rows = heads.map(
    ({
      templateId,
      name,
      kind = 'template',
      subject,
      flowStatus,
      revision,
      updatedAt,
      deletedAt,
    }) => [...[templateId, name, kind, subject, flowStatus, revision], deletedAt ?? updatedAt],
  );
  const last = deleted ? 'DELETED' : 'UPDATED';
  return table(['TEMPLATE', 'NAME', 'KIND', 'SUBJECT', 'FLOW', 'REVISION', last], rows);
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
          text: describe(shown, usedBy),
        };
      });
    });
}

function revisionResult({ source, ...version }: ShownRevision): Result {
  const { templateId: id, ...content } = source;
  const { partials } = version;
  const shown = shownVersion(version);
  const text = fields([
    ['template', id],
    ['name', source.name],
    ...kindFields(source, partials),
    ['text', textWords(source)],
    ['languages', languagesText(source)],
    ['copies', copiesText(source)],
    ['revision', shown.revision],
    ['created', shown.at],
    ['by', shown.by ?? ''],
    ['how', shown.how ?? ''],
    ['note', shown.note ?? ''],
  ]);
  return { json: { id, ...content, partials, ...shown }, text };
}

/** What a partial is, or what a template takes. */
function kindFields(
  { kind, layout, subject }: TemplateSource,
  partials: Readonly<Record<string, number>>,
) {
  const taken = Object.entries(partials).map(([id, revision]) => `${id} ${revision}`);
  taken.sort();
  return [
    kind === 'partial' ? (['kind', kind] as const) : (['subject', subject] as const),
    ...(layout === undefined ? [] : [['layout', layout] as const]),
    ...(taken.length === 0 ? [] : [['partials', taken.join(', ')] as const]),
  ];
}

const textWords = ({ text }: TemplateSource) =>
  text === undefined ? 'derived from the HTML' : "the template's own";

/** That of the template itself comes first. */
function languagesText({ language, languages = {} }: TemplateSource): string {
  const others = Object.keys(languages);
  return [language ?? (others.length > 0 ? 'its own' : ''), ...others].join(', ');
}

function addVersions(template: Command): void {
  subcommand(template, 'versions', {
    about: 'list the revisions of a template, newest first; the template may be deleted',
    example: 'template versions welcome',
  })
    .argument('<template>', "the template's id")
    .option('--at <time>', 'only the revision that was served at this time, UTC without a zone')
    .option(...accountOption)
    .action((id: string, { at }: { at?: string }, command: Command) => {
      const time = pastTime(at, '--at', command);
      return inAccount(command, 'Reading the revisions', async ({ ports, accountId }) => {
        if (time) return servedResult(id, time, await servedAt(ports, accountId, id, time));
        const page = await listRevisions(ports, accountId, id);
        const { items: versions, deletedAt, deletedBy, draft } = page;
        const text = versionsTable(versions) + draftText(id, draft, command);
        const json = {
          id,
          versions: versions.map(shownVersion),
          draft: draft ? shownDraft(draft) : null,
          ...(deletedAt && { deletedAt, deletedBy: deletedBy ?? null }),
        };
        return { json, text: text + deletedText(id, page, command) };
      });
    });
}

/** What `versions --at` says; exit code 1 if nothing was served. */
function servedResult(id: string, time: Date, found: ListedRevision | null): Result {
  const at = time.toISOString();
  if (!found) {
    const text = `${id} was not served at ${at}.`;
    return { json: { id, at, version: null }, text, exitCode: 1 };
  }
  return { json: { id, at, version: shownVersion(found) }, text: versionsTable([found]) };
}

function versionsTable(versions: readonly ListedRevision[]): string {
  const rows = versions.map(({ revision, createdAt, current, origin }) => {
    const { by = '', how = '', note = '' } = origin ?? {};
    return [revision, createdAt, by, how, note, current ? 'current' : ''];
  });
  return table(['REVISION', 'CREATED', 'BY', 'HOW', 'NOTE', ''], rows);
}

/** A revision in JSON; null where nobody recorded who saved it and how. */
function shownVersion({ revision, createdAt: at, current, origin }: ListedRevision) {
  const { by = null, how = null, note = null, from = null } = origin ?? {};
  return { revision, at, by, how, note, from, current };
}

function deletedText(
  id: string,
  { items: versions, deletedAt, deletedBy }: RevisionPage,
  command: Command,
): string {
  if (deletedAt === undefined) return '';
  const [newest] = versions;
  // An export with --current-only contains a deleted template's tombstone, but none of its revisions.
  const next = newest
    ? `To restore it: ${nextCommand(command, `template rollback ${id} ${newest.revision}`)}`
    : 'None of its revisions is stored.';
  const by = deletedBy === undefined ? '' : ` by ${deletedBy}`;
  return `\n\n${id} was deleted at ${deletedAt}${by}. ${next}`;
}

/** The templates and partials that take a partial; undefined for a template. */
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
    ['template', head.templateId],
    ['name', head.name],
    ...kindFields(source, partials),
    ...(usedBy ? [['used by', usedBy.join(', ')] as const] : []),
    ['required', names(true).join(', ')],
    ['optional', names(false).join(', ')],
    ['text', textWords(source)],
    ['languages', languagesText(source)],
    ...(usedBy ? [] : [['flow', head.flowStatus] as const]),
    ...(usedBy ? [] : [['copies', copiesText(source)] as const]),
    ['revision', head.revision],
    ['updated', head.updatedAt],
  ]);
}

function copiesText({ keep, secret = [] }: TemplateSource): string {
  if (keep === undefined) return 'none are kept of live mails';
  const masked = secret.length === 0 ? '' : `, with ${secret.join(', ')} masked`;
  return `of live mails are kept for ${keep}${masked}`;
}
