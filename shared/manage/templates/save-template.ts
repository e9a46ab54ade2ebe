import { readRevision, type TemplateHead } from '../../adapters/tables/templates-table.ts';
import { readSeenHead } from '../../adapters/tables/templates-table-history.ts';
import { readCompiledTemplate } from '../../engine/render/compiled-template.ts';
import { ManageError } from '../manage-error.ts';
import { type PreparedTemplate, prepareTemplate } from './prepare-template.ts';
import { pushTemplates, type SavePorts } from './push-templates.ts';
import { changesBetween } from './template-changes.ts';
import type { TemplateSource } from './template-source.ts';
import { type CurrentTemplate, current, prepareOld, sourceOf } from './templates.ts';

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
  const taken = () =>
    new ManageError(
      `The id ${source.templateId} is taken`,
      [
        {
          code: 'duplicate-id',
          part: 'id',
          message: `There is a template ${source.templateId}: choose another id`,
        },
      ],
      { code: 'taken' },
    );
  try {
    const expect: Expectation = (there) => {
      if (there) throw taken();
    };
    return await save(ports, accountId, await prepared(source), { from: 'none', expect });
  } catch (error) {
    // Two were creating it at once, and the other was faster.
    throw error instanceof ManageError && error.code === 'stale' ? taken() : error;
  }
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
  const { templateId } = source;
  const expect = startedFrom(from, accountId, templateId);
  return save(ports, accountId, await prepared(source), { from, expect });
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
  const old = await prepareOld(ports, accountId, templateId, revision);
  return from === 'deleted'
    ? save(ports, accountId, old, { from: 'none', expect: isDeleted(templateId) })
    : save(ports, accountId, old, { from, expect: startedFrom(from, accountId, templateId) });
}

type Expectation = (there: TemplateHead | null) => void;

/** What a save goes on from: a revision, or no template that is served. */
interface Start {
  from: number | 'none';
  expect: Expectation;
}

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
    throw new ManageError(
      `Someone else changed ${templateId}: revision ${revision} is there now`,
      [],
      {
        code: 'stale',
        revision,
      },
    );
  };
}

/** Throws a `ManageError` where a template is served. */
function isDeleted(templateId: string): Expectation {
  return (there) => {
    if (!there) return;
    const { revision } = there;
    throw new ManageError(`${templateId} is not deleted: revision ${revision} is served`, [], {
      code: 'stale',
      revision,
    });
  };
}

async function prepared(source: TemplateSource): Promise<PreparedTemplate> {
  const preparation = await prepareTemplate(source);
  if (preparation.ok) return preparation.prepared;
  throw new ManageError(`${source.templateId} cannot be saved as it is`, preparation.problems);
}

async function save(
  ports: SavePorts,
  accountId: string,
  template: PreparedTemplate,
  { from, expect }: Start,
): Promise<CurrentTemplate> {
  try {
    return await saveOnce(ports, accountId, template, expect);
  } catch (error) {
    if (!(error instanceof ManageError)) throw error;
    const earlier = await savedEarlier(ports, accountId, template, from);
    if (!earlier) throw error;
    return earlier;
  }
}

async function saveOnce(
  ports: SavePorts,
  accountId: string,
  template: PreparedTemplate,
  expectation: Expectation,
): Promise<CurrentTemplate> {
  const at = ports.now();
  let before: TemplateHead | null = null;
  const expect: Expectation = (there) => {
    expectation(there);
    before = there;
  };
  const atOnce = { ...ports, now: () => at };
  const [pushed] = await pushTemplates(atOnce, accountId, [template], { expect });
  if (!pushed) throw new Error('A push of one template answered none');
  const { templateId, flowStatus, revision: content } = template;
  const { name, subject } = content;
  const updatedAt = pushed.changed ? at.toISOString() : updatedAtOf(before);
  return {
    head: { templateId, name, subject, flowStatus, revision: pushed.revision, updatedAt },
    source: sourceOf(templateId, content),
    variables: readCompiledTemplate(content.compiled)?.variables ?? [],
  };
}

/**
 * What an earlier try of the same save wrote, whose answer was lost: the same content is served, and
 * it replaced what this save goes on from. Null where another save is served.
 */
async function savedEarlier(
  ports: SavePorts,
  accountId: string,
  { templateId, revision: content }: PreparedTemplate,
  from: number | 'none',
): Promise<CurrentTemplate | null> {
  const head = await readSeenHead(ports.templates, accountId, templateId);
  if (!head || head.deletedAt !== undefined) return null;
  if (head.replaces !== (from === 'none' ? 0 : from)) return null;
  const there = await readRevision(ports.templates, accountId, templateId, head.revision);
  if (!there || changesBetween(there, content).length > 0) return null;
  return current(ports, accountId, head);
}

/** A push that changes nothing has seen what is there. */
function updatedAtOf(before: TemplateHead | null): string {
  if (!before) throw new Error('A push without changes has seen no template');
  return before.updatedAt;
}
