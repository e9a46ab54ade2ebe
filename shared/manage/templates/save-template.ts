import {
  readHead,
  readRevision,
  type TemplateHead,
} from '../../adapters/tables/templates-table.ts';
import { ManageError } from '../manage-error.ts';
import { type PreparedTemplate, prepareTemplate } from './prepare-template.ts';
import { type SavePorts, saveTemplates } from './push-templates.ts';
import { prepareRevision } from './revisions.ts';
import { changesBetween } from './template-changes.ts';
import type { TemplateSource } from './template-source.ts';
import { type CurrentTemplate, currentOf } from './templates.ts';

/**
 * Saves a template under an id that has none. The numbers of a deleted one go on. A save that is
 * repeated, because its answer was lost, answers like the first time.
 *
 * @throws {ManageError} with everything that is wrong with it (`invalid`), or where the id is `taken`
 */
export async function createTemplate(
  ports: SavePorts,
  accountId: string,
  source: TemplateSource,
): Promise<CurrentTemplate> {
  const template = await prepared(source);
  try {
    return await save(ports, accountId, template, 'none', (there) => {
      if (there) throw taken(source.templateId);
    });
  } catch (error) {
    // Two were creating it at once, and the other was faster.
    throw error instanceof ManageError && error.code === 'stale' ? taken(source.templateId) : error;
  }
}

function taken(templateId: string): ManageError {
  const message = `There is a template ${templateId}: choose another id`;
  return new ManageError(
    `The id ${templateId} is taken`,
    [{ code: 'duplicate-id', part: 'id', message }],
    { code: 'taken' },
  );
}

/**
 * Saves a template whose author started from the revision `from`. Content that did not change
 * writes nothing. A save that is repeated, because its answer was lost, answers like the first time.
 *
 * @throws {ManageError} with everything that is wrong with it (`invalid`), where it is `unknown`, and
 * where someone else saved in between (`stale`): then nothing is written over
 */
export async function changeTemplate(
  ports: SavePorts,
  accountId: string,
  source: TemplateSource,
  from: number,
): Promise<CurrentTemplate> {
  const expect = startedFrom(from, accountId, source.templateId);
  return save(ports, accountId, await prepared(source), from, expect);
}

/**
 * Saves an old revision's content again, as a new revision. `from: 'deleted'` brings a deleted
 * template back, and only such a one.
 *
 * @throws {ManageError} like `changeTemplate`, for a revision that is `unknown`, and `stale` where a
 * template that should be deleted is served
 */
export async function restoreRevision(
  ports: SavePorts,
  accountId: string,
  {
    templateId,
    revision,
    from,
  }: { templateId: string; revision: number; from: number | 'deleted' },
): Promise<CurrentTemplate> {
  const old = await prepareRevision(ports, accountId, templateId, revision);
  return from === 'deleted'
    ? save(ports, accountId, old, 'none', isDeleted)
    : save(ports, accountId, old, from, startedFrom(from, accountId, templateId));
}

/** Judges what is served now, null for nothing; throws to save nothing. */
type Expectation = (there: TemplateHead | null) => void;

/** Throws a `ManageError` where a template is gone or has another revision than `from`. */
export function startedFrom(from: number, accountId: string, templateId: string): Expectation {
  return (there) => {
    if (!there) {
      throw new ManageError(`Account ${accountId} has no template ${templateId}`, [], {
        code: 'unknown',
      });
    }
    const { revision } = there;
    if (revision === from) return;
    const sentence = `Someone else changed ${templateId}: revision ${revision} is there now`;
    throw new ManageError(sentence, [], { code: 'stale', revision });
  };
}

/** Throws a `ManageError` where a template is served. */
const isDeleted: Expectation = (there) => {
  if (!there) return;
  const { templateId, revision } = there;
  const sentence = `${templateId} is not deleted: revision ${revision} is served`;
  throw new ManageError(sentence, [], { code: 'stale', revision });
};

async function prepared(source: TemplateSource): Promise<PreparedTemplate> {
  const preparation = await prepareTemplate(source);
  if (preparation.ok) return preparation.prepared;
  throw new ManageError(`${source.templateId} cannot be saved as it is`, preparation.problems);
}

/** `from`: the revision that the save goes on from, or `none` where no template is served. */
async function save(
  ports: SavePorts,
  accountId: string,
  template: PreparedTemplate,
  from: number | 'none',
  expect: Expectation,
): Promise<CurrentTemplate> {
  try {
    const [saved] = await saveTemplates(ports, accountId, [template], { expect });
    if (!saved?.head) throw new Error('A save of one template answered none');
    return currentOf(saved.head, template.revision);
  } catch (error) {
    if (!(error instanceof ManageError)) throw error;
    const earlier = await savedEarlier(ports, accountId, template, from);
    if (!earlier) throw error;
    return earlier;
  }
}

/**
 * What an earlier try of the same save wrote, whose answer was lost: the same content is served, and
 * it replaced what this save goes on from. Null where another save is served.
 */
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
