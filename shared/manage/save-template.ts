import type { TemplateHead } from '../adapters/templates-table.ts';
import { readCompiledTemplate } from '../render/compiled-template.ts';
import { ManageError } from './manage-error.ts';
import { type PreparedTemplate, prepareTemplate } from './prepare-template.ts';
import { pushTemplates, type SavePorts } from './push-templates.ts';
import type { TemplateSource } from './template-source.ts';
import { type CurrentTemplate, prepareOld, sourceOf } from './templates.ts';

/**
 * Saves a template under an id that has none. The numbers of a deleted one go on.
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
      [{ part: 'id', message: `There is a template ${source.templateId}: choose another id` }],
      { code: 'taken' },
    );
  try {
    return await save(ports, accountId, await prepared(source), (there) => {
      if (there) throw taken();
    });
  } catch (error) {
    // Two were creating it at once, and the other was faster.
    throw error instanceof ManageError && error.code === 'stale' ? taken() : error;
  }
}

/**
 * Saves a template whose author started from the revision `from`. Content that did not change
 * writes nothing.
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
  return save(ports, accountId, await prepared(source), startedFrom(from, accountId, templateId));
}

/**
 * Saves an old revision's content again, as a new revision.
 *
 * @throws {ManageError} like `changeTemplate`, and for a revision that is `unknown`
 */
export async function restoreRevision(
  ports: SavePorts,
  accountId: string,
  { templateId, revision, from }: { templateId: string; revision: number; from: number },
): Promise<CurrentTemplate> {
  const old = await prepareOld(ports, accountId, templateId, revision);
  return save(ports, accountId, old, startedFrom(from, accountId, templateId));
}

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

async function prepared(source: TemplateSource): Promise<PreparedTemplate> {
  const preparation = await prepareTemplate(source);
  if (preparation.ok) return preparation.prepared;
  throw new ManageError(`${source.templateId} cannot be saved as it is`, preparation.problems);
}

async function save(
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

/** A push that changes nothing has seen what is there. */
function updatedAtOf(before: TemplateHead | null): string {
  if (!before) throw new Error('A push without changes has seen no template');
  return before.updatedAt;
}
