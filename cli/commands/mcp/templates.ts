import * as z from 'zod';
import type { RevisionOrigin } from '../../../shared/adapters/tables/revision-origin.ts';
import { readRevision } from '../../../shared/adapters/tables/templates-table.ts';
import type { PartName } from '../../../shared/engine/template-parts.ts';
import { isId } from '../../../shared/id.ts';
import { badCursor } from '../../../shared/manage/manage-error.ts';
import { readDraft } from '../../../shared/manage/templates/drafts/stored-draft.ts';
import { headOf } from '../../../shared/manage/templates/template-head.ts';
import { listTemplatePage } from '../../../shared/manage/templates/template-pages.ts';
import {
  allPartsOf,
  contentIn,
  sourceOf,
} from '../../../shared/manage/templates/template-source.ts';
import { apart, cursor, isDraft, language, limit, templateId, untrusted } from './fields.ts';
import { type OpenedAccount, tool } from './tool.ts';

export const listTemplates = tool({
  name: 'list_templates',
  title: 'List templates',
  about: "Lists the account's templates and partials, sorted by id, a page at a time.",
  untrusted: 'names and subjects of templates',
  input: z.strictObject({
    search: z.string().optional().describe('Words that the id or the name has'),
    kind: z.enum(['template', 'partial']).optional().describe('Default: both'),
    drafts: z.boolean().default(false).describe('Only those with a draft'),
    limit: limit('templates', 50),
    cursor,
  }),
  output: z.object({
    templates: z.array(
      z.object({
        id: z.string(),
        partial: z.boolean().describe('Whether it is a partial, which templates take'),
        revision: z.int().describe('The revision that is served'),
        updatedAt: z.string(),
        flow: z
          .enum(['none', 'callback', 'provider'])
          .describe(
            'provider: its flow sends the mail; callback: it returns the mail to the caller',
          ),
        draft: z.int().nullable().describe('The number of its draft, which is not served'),
        untrusted: untrusted({ name: z.string(), subject: z.string() }),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
  run: async ({ search, kind, drafts, limit, cursor: after }, access) => {
    if (after !== undefined && !isId(after)) throw badCursor();
    const { ports, accountId } = await access.open();
    const state = drafts ? 'draft' : undefined;
    const query = { search, kind, state, after, limit } as const;
    const { items, next } = await listTemplatePage(ports, accountId, query);
    return {
      templates: items.map(({ templateId: id, flowStatus: flow, ...head }) =>
        apart({
          ...{ ...head, id, flow, partial: head.kind === 'partial' },
          draft: head.draft?.revision ?? null,
        }),
      ),
      nextCursor: next,
    };
  },
});

/** The parts of a template that the output of `show_template` has as they are, each with its description. */
const shownParts = {
  name: z.string(),
  layout: z.string().nullable().describe('The id of the partial that is the layout around it'),
  subject: z.string(),
  html: z.string(),
  text: z.string().nullable().describe('Null: the plain text is made from the HTML'),
  language: z.string().nullable().describe('The language of subject, html and text'),
  keep: z.string().nullable().describe('How long copies of its live mails are kept'),
  secret: z.array(z.string()).describe('Variables that copies of mails do not have'),
  tags: z.array(z.string()).describe('Words that sort templates into groups'),
  flow: z.unknown().describe('The graph of its flow; null: it has none'),
  testData: z.record(z.string(), z.unknown()).nullable(),
} satisfies Record<Exclude<PartName, 'languages'>, z.ZodType>;

const { layout, language: shownLanguage, keep, ...untrustedParts } = shownParts;

export const showTemplate = tool({
  name: 'show_template',
  title: 'Show a template',
  about: 'Shows the source of a template or a partial, as it is served, or its draft.',
  untrusted: 'the source of the template, its test data, the names of its variables, and notes',
  input: z.strictObject({ id: templateId, draft: isDraft, language }),
  output: z.object({
    id: z.string(),
    partial: z.boolean().describe('Whether it is a partial, which templates take'),
    revision: z.int().describe('The number of the revision, or of the draft, that is shown'),
    served: z.int().nullable().describe('The revision that is served; null: none is'),
    draft: z.int().nullable().describe('The number of the draft, which is not served'),
    savedAt: z.string(),
    layout,
    partials: z.record(z.string(), z.int()).describe('The partials in it, with their revisions'),
    language: shownLanguage,
    languages: z.array(z.string()).describe('The other languages that it is in'),
    keep,
    untrusted: untrusted({
      ...untrustedParts,
      variables: z.array(z.string()),
      savedBy: z.string().nullable(),
      note: z.string().nullable(),
    }),
  }),
  run: async ({ id, draft, language: wanted }, access) => {
    const opened = await access.open();
    const { head, revision, content } = await storedTemplate(opened, id, draft);
    const source = sourceOf(id, content);
    const shown = allPartsOf({ ...source, ...contentIn(source, wanted) });
    const origin: RevisionOrigin | undefined = draft ? head.draft?.origin : head.origin;
    const tags = [source.language, ...Object.keys(source.languages ?? {})];
    return apart({
      ...{ ...shown, id, revision },
      testData: source.testData ?? null,
      partial: source.kind === 'partial',
      served: head.deletedAt === undefined ? head.revision : null,
      draft: head.draft?.revision ?? null,
      savedAt: draft ? (head.draft?.createdAt ?? head.updatedAt) : head.updatedAt,
      partials: { ...content.partials },
      languages: tags.flatMap((tag) => (tag === undefined || tag === shown.language ? [] : tag)),
      variables: content.compiled.variables.map((variable) => variable.name),
      savedBy: origin?.by ?? null,
      note: origin?.note ?? null,
    });
  },
});

/** The served revision or the draft, with its number. @throws {ManageError} if there is none */
export async function storedTemplate(
  { ports, accountId }: Pick<OpenedAccount, 'ports' | 'accountId'>,
  id: string,
  draft: boolean,
) {
  if (draft) {
    const found = await readDraft(ports, accountId, id);
    return { head: found.head, revision: found.draft.revision, content: found.content };
  }
  const head = await headOf(ports, accountId, id);
  const content = await readRevision(ports.templates, accountId, id, head.revision);
  if (!content) throw new Error(`Revision ${head.revision} of ${id} is missing from the table`);
  return { head, revision: head.revision, content };
}
