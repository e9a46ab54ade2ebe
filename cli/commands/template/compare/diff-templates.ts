import { ManageError } from '../../../../shared/manage/manage-error.ts';
import { becauseOf } from '../../../../shared/manage/templates/partials/partial-waves.ts';
import type { PreparedTemplate } from '../../../../shared/manage/templates/prepare-template.ts';
import { saveTemplates } from '../../../../shared/manage/templates/push-templates.ts';
import { showRevision } from '../../../../shared/manage/templates/revisions.ts';
import type { SavedTemplate, SavePorts } from '../../../../shared/manage/templates/saves.ts';
import type { TemplatePorts } from '../../../../shared/manage/templates/template-head.ts';
import {
  sourceOf,
  type TemplateChange,
} from '../../../../shared/manage/templates/template-source.ts';
import { newlyRequired } from './newly-required.ts';
import { diffParts, type PartDiff } from './part-diff.ts';

export interface TemplateDiff {
  id: string;
  state: 'new' | 'changed' | 'unchanged';
  /** The revision that the content is compared with: the one that is served now, null if there is none. */
  revision: number | null;
  /** The changes, with the names that a push prints; empty for a new template. */
  changes: TemplateChange[];
  /** The partial and its revision, such as `footer 8`, if the template would be saved again only because of it. */
  because?: string;
  requires?: string[];
  /** The differences line by line; empty for an unchanged template, and if only the partials in it differ. */
  parts: PartDiff[];
}

/** Compares as a push would save, with templates that change only because of a partial. Writes nothing. */
export async function diffTemplates(
  ports: SavePorts,
  accountId: string,
  templates: readonly PreparedTemplate[],
): Promise<TemplateDiff[]> {
  const compared = await saveTemplates(ports, accountId, templates, { dryRun: true });
  return compared.map(({ prepared, head, current, outcome }) => {
    const { id, state, changes, because } = outcome;
    const after = sourceOf(id, prepared.revision);
    const parts = state === 'unchanged' ? [] : diffParts(current && sourceOf(id, current), after);
    const revision = head?.revision ?? null;
    const requires = newlyRequired({ prepared, current });
    return {
      ...{ id, state, revision, changes },
      ...(because !== undefined && { because }),
      ...(requires.length > 0 && { requires }),
      parts,
    };
  });
}

/** Refuses to save over another revision than the compared one; `sentence` says what was refused. */
export function asCompared(
  diffs: readonly TemplateDiff[],
  sentence: (templateId: string) => string,
): (saves: readonly SavedTemplate[]) => void {
  const compared = new Map(diffs.map(({ id, revision }) => [id, revision]));
  return (saves) => {
    for (const { head, outcome } of saves) {
      // A dependent that does not change is not compared, and not saved.
      if (!compared.has(outcome.id)) continue;
      if ((head?.revision ?? null) === compared.get(outcome.id)) continue;
      const hint = 'check the difference again';
      throw new ManageError(sentence(outcome.id), [], {
        ...{ code: 'stale', revision: head?.revision, hint },
      });
    }
  };
}

/** Compares two revisions of a template, which may be deleted. Throws like `showRevision`. */
export async function diffRevisions(
  ports: TemplatePorts,
  accountId: string,
  id: string,
  { from, to }: { from: number; to: number },
): Promise<TemplateDiff> {
  const show = (revision: number) => showRevision(ports, accountId, id, revision);
  const [before, after] = await Promise.all([show(from), show(to)]);
  const parts = diffParts(before.source, after.source);
  const taken = becauseOf(after, before);
  const changed = parts.map(({ part, language }) => (language === undefined ? part : 'languages'));
  const changes = [...new Set(changed), ...(taken ? ['partials' as const] : [])];
  const state = changes.length > 0 ? 'changed' : 'unchanged';
  const because = taken && parts.length === 0 ? { because: taken } : {};
  return { id, state, revision: from, changes, ...because, parts };
}
