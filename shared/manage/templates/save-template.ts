import type { Approvals } from '../../adapters/tables/accounts-table.ts';
import type { RevisionAuthor } from '../../adapters/tables/revision-origin.ts';
import {
  readHead,
  readRevision,
  type TemplateHead,
} from '../../adapters/tables/templates-table.ts';
import { ManageError } from '../manage-error.ts';
import type { ManagePorts } from '../ports.ts';
import { approvalsOf, refuseDirect } from './drafts/approval.ts';
import { prepareSource } from './prepare-sources.ts';
import type { PreparedTemplate } from './prepare-template.ts';
import { saveTemplates } from './push-templates.ts';
import { prepareRevision } from './revisions.ts';
import type { PushedTemplate, PushOptions, SavePorts } from './saves.ts';
import { changesBetween, type TemplateSource } from './template-source.ts';
import { type CurrentTemplate, currentOf } from './templates.ts';

type DirectPorts = SavePorts & Pick<ManagePorts, 'accounts'>;

export interface SavedCurrent extends CurrentTemplate {
  /** What was saved again because it takes this partial. */
  dependents: readonly Pick<PushedTemplate, 'id' | 'revision'>[];
}

/**
 * Saves a template under a free id; after a deleted one it continues the numbers. A repeated save, whose answer was
 * lost, gets the first answer.
 *
 * @throws {ManageError} with all problems (`invalid`), if the id is `taken`, or the account requires an approval
 * (`needs_approval`)
 */
export async function createTemplate(
  ports: DirectPorts,
  accountId: string,
  source: TemplateSource,
  author?: RevisionAuthor,
): Promise<SavedCurrent> {
  const approvals = await approvalsOf(ports, accountId);
  const templates = await prepareSource(ports, accountId, source);
  const condition: SaveCondition = (there) => {
    if (there) throw idTaken(source.templateId);
  };
  try {
    return await save(ports, accountId, templates, 'none', condition, { author, approvals });
  } catch (error) {
    // Another request created a template with the same id at the same time, and was faster.
    throw error instanceof ManageError && error.code === 'stale'
      ? idTaken(source.templateId)
      : error;
  }
}

export function idTaken(templateId: string): ManageError {
  const message = `There is already a template ${templateId}: choose another id`;
  return new ManageError(
    `The id ${templateId} is taken`,
    [{ code: 'duplicate-id', part: 'id', message }],
    { code: 'taken' },
  );
}

/**
 * Saves a template edited from the revision `from`; unchanged content is not written, a partial stays one. A repeated
 * save, whose answer was lost, gets the first answer.
 *
 * @throws {ManageError} with all problems (`invalid`), if it is not served (`unknown`), or was saved since `from`
 * (`stale`); `needs_approval` for a change, if the account requires an approval
 */
export async function changeTemplate(
  ports: DirectPorts,
  accountId: string,
  source: TemplateSource,
  from: number,
  author?: RevisionAuthor,
): Promise<SavedCurrent> {
  const condition = startedFrom(from, accountId, source.templateId);
  const approvals = await approvalsOf(ports, accountId);
  const kind = (await readHead(ports.templates, accountId, source.templateId))?.kind;
  const templates = await prepareSource(ports, accountId, { ...source, kind });
  return save(ports, accountId, templates, from, condition, { author, approvals });
}

/**
 * Saves an old revision's content as a new revision. `from: 'deleted'` restores a deleted template.
 *
 * @throws {ManageError} like `changeTemplate`; `unknown` for the revision; `stale` if the template is not deleted
 */
export async function restoreRevision(
  ports: SavePorts,
  accountId: string,
  {
    templateId,
    revision,
    from,
    by,
  }: { templateId: string; revision: number; from: number | 'deleted'; by?: string },
): Promise<SavedCurrent> {
  const old = await prepareRevision(ports, accountId, templateId, revision);
  const author = by === undefined ? undefined : { by, how: `restore of ${revision}` };
  const options = { author, madeFrom: new Map([[templateId, revision]]), restores: true };
  if (from === 'deleted') return save(ports, accountId, old, 'none', mustBeDeleted, options);
  return save(ports, accountId, old, from, startedFrom(from, accountId, templateId), options);
}

/** Gets the served template, if there is one. Throws to refuse the save. */
type SaveCondition = (there: TemplateHead | null) => void;

/** Refuses a save if no template is served, or another revision than `from`. */
export function startedFrom(from: number, accountId: string, templateId: string): SaveCondition {
  return (there) => {
    if (!there) {
      throw new ManageError(`Account ${accountId} has no template ${templateId}`, [], {
        code: 'unknown',
      });
    }
    const { revision } = there;
    if (revision === from) return;
    const sentence = `Someone else changed ${templateId}: its revision is now ${revision}`;
    throw new ManageError(sentence, [], { code: 'stale', revision });
  };
}

const mustBeDeleted: SaveCondition = (there) => {
  if (!there) return;
  const { templateId, revision } = there;
  const sentence = `${templateId} is not deleted: revision ${revision} is served`;
  throw new ManageError(sentence, [], { code: 'stale', revision });
};

/** `from` is the revision that the save replaces, or `none` if no template is served before it. */
async function save(
  ports: SavePorts,
  accountId: string,
  [template, ...dependents]: readonly PreparedTemplate[],
  from: number | 'none',
  condition: SaveCondition,
  { approvals, ...options }: PushOptions & { approvals?: Approvals },
): Promise<SavedCurrent> {
  if (!template) throw new Error('A save needs a template');
  try {
    const [saved, ...others] = await saveTemplates(ports, accountId, [template, ...dependents], {
      ...options,
      check: (saves) => {
        condition(saves.find(({ prepared }) => !prepared.isDependent)?.head ?? null);
        if (approvals)
          refuseDirect(saves, approvals, 'Save a draft, and let somebody else approve it');
      },
    });
    if (!saved?.head) throw new Error('A save of one template returned no result');
    const current = currentOf(saved.head, template.revision);
    return { ...current, dependents: others.map(({ outcome }) => outcome) };
  } catch (error) {
    if (!(error instanceof ManageError)) throw error;
    const earlier = await savedEarlier(ports, accountId, template, from);
    if (!earlier) throw error;
    return { ...earlier, dependents: [] };
  }
}

/** The result of an earlier try: the served template has the same content and replaced `from`; else null. */
async function savedEarlier(
  { templates }: SavePorts,
  accountId: string,
  { templateId, revision: content }: PreparedTemplate,
  from: number | 'none',
): Promise<CurrentTemplate | null> {
  const head = await readHead(templates, accountId, templateId);
  if (head?.replaces !== (from === 'none' ? 0 : from)) return null;
  const there = await readRevision(templates, accountId, templateId, head.revision);
  return there && changesBetween(there, content).length === 0 ? currentOf(head, there) : null;
}
