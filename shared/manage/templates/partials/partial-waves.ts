import { encodeRevision, type TemplateRevision } from '../../../adapters/tables/revision-format.ts';
import type { TemplateHead } from '../../../adapters/tables/templates-table.ts';
import { ManageError } from '../../manage-error.ts';
import type { PreparedTemplate } from '../prepare-template.ts';

/** Groups templates so that each comes after the partials that it takes. */
export function inWaves(templates: readonly PreparedTemplate[]): PreparedTemplate[][] {
  const saved = new Set(templates.map(({ templateId }) => templateId));
  // A template's list of partials includes those of its partials, so it is longer than each of their lists.
  const waves = Map.groupBy(
    templates,
    ({ revision }) => Object.keys(revision.partials ?? {}).filter((id) => saved.has(id)).length,
  );
  return [...waves].sort(([a], [b]) => a - b).map(([, wave]) => wave);
}

/** The same template, taking the partials that are saved with it at the revisions in `numbers`. */
export function withPartials(
  prepared: PreparedTemplate,
  numbers: ReadonlyMap<string, number>,
): PreparedTemplate {
  const { revision: before, savedWith = [] } = prepared;
  const renumbered = savedWith.flatMap((id) => {
    const number = numbers.get(id);
    return number === undefined ? [] : [[id, number] as const];
  });
  if (renumbered.length === 0) return prepared;
  const partials = { ...before.partials, ...Object.fromEntries(renumbered) };
  const revision = { ...before, partials };
  return { ...prepared, revision, content: encodeRevision(revision) };
}

type Joined = Pick<TemplateRevision, 'partials'>;

/** The partials that a template takes at other revisions than before: `footer 8`. */
export function becauseOf(after: Joined, before: Joined | null): string {
  return renumbered(after, before)
    .map(({ id, to }) => `${id} ${to}`)
    .join(', ');
}

/** How a dependent was saved, as `RevisionAuthor.how`: `partial footer 7 → 8`. */
export function howJoined(after: Joined, before: Joined | null): string {
  const all = renumbered(after, before).map(({ id, from, to }) =>
    from === undefined ? `${id} ${to}` : `${id} ${from} → ${to}`,
  );
  return `partial ${all.join(', ')}`;
}

function renumbered({ partials = {} }: Joined, before: Joined | null) {
  const earlier = new Map(Object.entries(before?.partials ?? {}));
  return Object.entries(partials)
    .map(([id, to]) => ({ id, from: earlier.get(id), to }))
    .filter(({ from, to }) => from !== to);
}

/** @throws {ManageError} if a partial would replace a template, or a template a partial */
export function refuseOtherKind(
  { kind }: TemplateHead,
  { templateId, revision }: PreparedTemplate,
): void {
  if (kind === revision.kind) return;
  const there = kind === 'partial' ? 'a partial' : 'a template';
  const message = `The id ${templateId} is that of ${there}: choose another id, or delete that one first`;
  throw new ManageError(message, [{ code: 'duplicate-id', templateId, part: 'id', message }]);
}
