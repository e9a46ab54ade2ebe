import * as z from 'zod';
import { readHeadOrTombstone } from '../../../shared/adapters/tables/templates-table.ts';
import { isId } from '../../../shared/id.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { type DraftSave, saveDrafts } from '../../../shared/manage/templates/drafts/save-drafts.ts';
import { prepareSource } from '../../../shared/manage/templates/prepare-sources.ts';
import { sourceOf, type TemplateSource } from '../../../shared/manage/templates/template-source.ts';
import { authorOf } from '../../connection/actor.ts';
import { templateId } from './fields.ts';
import { storedTemplate } from './templates.ts';
import { type OpenedAccount, tool } from './tool.ts';

const input = z.strictObject({
  id: templateId.describe("The template's id; a new one makes a draft of a new template"),
  from: z
    .int()
    .min(0)
    .describe(
      'The number of what you changed: `revision` of show_template, of the draft if there is one; 0 for a new template',
    ),
  savedAt: z
    .string()
    .optional()
    .describe(
      '`savedAt` of show_template, if you changed a draft: a person may write it meanwhile',
    ),
  name: z.string().optional().describe('Required for a new template'),
  subject: z.string().optional(),
  html: z.string().optional().describe('Required for a new template'),
  text: z.string().optional().describe('Empty: the plain text is made from the HTML'),
  flow: z.record(z.string(), z.unknown()).optional().describe('The graph of its flow'),
  testData: z.record(z.string(), z.unknown()).optional(),
  note: z.string().optional().describe('What you changed, and why: people read it'),
});

export const saveDraft = tool({
  name: 'save_draft',
  title: 'Save a draft',
  about:
    'Saves a draft of a template. Parts that you leave out stay as they are. No customer gets a draft: what is served stays, until a person publishes the draft. It is refused if another person changed the template or its draft since you read it. The source is checked as a push checks it. A partial cannot be a draft.',
  untrusted: null,
  input,
  output: z.object({
    id: z.string(),
    draft: z.int().nullable().describe('The number of the draft; null: it is what is served'),
    served: z.int().nullable().describe('The revision that is served, as before; null: none is'),
    changed: z.boolean().describe('False: the content was saved already'),
  }),
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  run: async ({ id, from, savedAt, note, ...parts }, access) => {
    if (!isId(id)) throw badId;
    const opened = await access.open();
    const { ports, accountId } = opened;
    const head = await readHeadOrTombstone(ports.templates, accountId, id);
    const isServed = head !== null && head.deletedAt === undefined;
    const source = changed(
      id,
      await baseOf(opened, id, { hasDraft: !!head?.draft, isServed }),
      parts,
    );
    const author = { by: await authorOf(ports), how: 'mcp', note };
    const [saved] = await saveDrafts(
      ports,
      accountId,
      await prepareSource(ports, accountId, source),
      { author, check: (saves) => refuseStale(saves, id, { from, savedAt }) },
    );
    return {
      id,
      draft: saved?.draft ? saved.revision : null,
      served: isServed ? head.revision : null,
      changed: saved?.changed ?? false,
    };
  },
});

const badId = new ManageError(
  'id must be 1 to 64 letters, digits, hyphens or underscores, and begin with a letter or digit',
);

/** The content that the given parts change: the draft, else the served revision; null for a new template. */
async function baseOf(
  opened: OpenedAccount,
  id: string,
  { hasDraft, isServed }: { hasDraft: boolean; isServed: boolean },
): Promise<TemplateSource | null> {
  if (!hasDraft && !isServed) return null;
  const { content } = await storedTemplate(opened, id, hasDraft);
  return sourceOf(id, content);
}

type Parts = Omit<z.output<typeof input>, 'id' | 'from' | 'savedAt' | 'note'>;

function changed(id: string, base: TemplateSource | null, parts: Parts): TemplateSource {
  const { text, ...others } = parts;
  if (base === null) {
    const { name, html, subject = '' } = parts;
    if (name === undefined || html === undefined) {
      throw new ManageError(`There is no template ${id}: a new one needs name and html`);
    }
    return { ...others, templateId: id, name, html, subject, text: text || undefined };
  }
  if (base.kind === 'partial') throw new ManageError('A partial cannot be a draft');
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  const written = text === undefined ? {} : { text: text || undefined };
  return { ...base, ...Object.fromEntries(given), ...written };
}

function refuseStale(
  saves: readonly DraftSave[],
  id: string,
  { from, savedAt }: Pick<z.output<typeof input>, 'from' | 'savedAt'>,
): void {
  const [save] = saves;
  if (!save?.outcome.changed) return;
  const draft = save.seen?.draft;
  const now = draft?.revision ?? save.head?.revision ?? 0;
  // The number of a draft that is kept apart stays when it is saved again.
  const isSame = savedAt === undefined ? !draft?.isApart : savedAt === draft?.createdAt;
  if (now === from && isSame) return;
  const what = draft ? 'draft' : 'revision';
  const sentence =
    now === 0
      ? `There is no template ${id}: from must be 0`
      : `Another person changed ${id}: read its ${what} ${now}, and save your change of that`;
  throw new ManageError(sentence, [], { code: 'stale', revision: now });
}
