import type { RevisionAuthor } from '../../../../shared/adapters/tables/revision-origin.ts';
import { ManageError, type ManageProblem } from '../../../../shared/manage/manage-error.ts';
import { inParallel } from '../../../../shared/manage/parallel.ts';
import type { ManagePorts } from '../../../../shared/manage/ports.ts';
import type { PreparedTemplate } from '../../../../shared/manage/templates/prepare-template.ts';
import {
  type PushedTemplate,
  pushTemplates,
} from '../../../../shared/manage/templates/push-templates.ts';
import { prepareRevisions } from '../../../../shared/manage/templates/revisions.ts';
import { diffTemplates, type TemplateDiff } from '../compare/diff-templates.ts';
import { servedAt } from './served-at.ts';

/** What a rollback of several templates would save. Nothing is written yet. */
export interface RollbackPlan {
  /** The revision that each template had at that time, by its id. */
  restored: ReadonlyMap<string, number>;
  prepared: PreparedTemplate[];
  diffs: TemplateDiff[];
}

/**
 * Finds what each of the templates served at a time, and compares it with what they serve now.
 *
 * @throws {ManageError} for an unknown template, naming each template that served nothing at that time, and
 * if a push would refuse an old revision today
 */
export async function planRollback(
  ports: ManagePorts,
  accountId: string,
  ids: readonly string[],
  time: Date,
): Promise<RollbackPlan> {
  const restored = new Map<string, number>();
  const problems: ManageProblem[] = [];
  await inParallel([...new Set(ids)], async (templateId) => {
    const found = await servedAt(ports, accountId, templateId, time);
    if (found) restored.set(templateId, found.revision);
    else {
      const message = `was not served at ${time.toISOString()}`;
      problems.push({ code: 'bad-time', templateId, message });
    }
  });
  if (problems.length > 0) {
    const hint = 'template versions shows when each revision became current';
    throw new ManageError('Nothing was rolled back', problems, { code: 'unknown', hint });
  }
  const prepared = await prepareRevisions(ports, accountId, restored);
  return { restored, prepared, diffs: await diffTemplates(ports, accountId, prepared) };
}

/**
 * Saves the planned templates, if all of them still have the revisions that they were compared with.
 *
 * @throws {ManageError} `stale` where somebody changed one of them since
 */
export function runRollback(
  ports: ManagePorts,
  accountId: string,
  { restored, prepared, diffs }: RollbackPlan,
  author: RevisionAuthor,
): Promise<PushedTemplate[]> {
  const compared = new Map(diffs.map(({ id, revision }) => [id, revision]));
  return pushTemplates(ports, accountId, prepared, {
    author,
    madeFrom: restored,
    keepDrafts: true,
    expect: (there, templateId) => {
      // A dependent that does not change is not compared, and not saved.
      if (!compared.has(templateId)) return;
      if ((there?.revision ?? null) === compared.get(templateId)) return;
      throw new ManageError(
        `Nothing was rolled back: somebody changed ${templateId} meanwhile`,
        [],
        {
          code: 'stale',
          revision: there?.revision,
          hint: 'check the difference again',
        },
      );
    },
  });
}
