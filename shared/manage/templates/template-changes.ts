import { isDeepStrictEqual } from 'node:util';
import type { TemplateRevision } from '../../adapters/tables/revision-format.ts';

/**
 * What may differ between two revisions: what the author wrote, and the programs, when a newer
 * version compiles the same words in another way.
 */
export type TemplateChange =
  | 'name'
  | 'subject'
  | 'html'
  | 'text'
  | 'flow'
  | 'test data'
  | 'programs';

const parts: [TemplateChange, (revision: TemplateRevision) => unknown][] = [
  ['name', ({ name }) => name],
  ['subject', ({ subject }) => subject],
  ['html', ({ html }) => html],
  ['text', ({ text }) => text],
  ['flow', ({ flow }) => flow],
  ['test data', ({ testData }) => testData ?? {}],
];

/** What changed from `before` to `after`, by content: an empty list says that nothing did. */
export function changesBetween(
  before: TemplateRevision,
  after: TemplateRevision,
): TemplateChange[] {
  const changes = parts.flatMap(([change, part]) =>
    isDeepStrictEqual(part(before), part(after)) ? [] : [change],
  );
  if (changes.length > 0) return changes;
  return isDeepStrictEqual(versionsOf(before), versionsOf(after)) ? [] : ['programs'];
}

function versionsOf({ compiled, plan }: TemplateRevision): unknown[] {
  return [compiled, plan].map((program) =>
    typeof program === 'object' && program !== null && 'version' in program
      ? program.version
      : null,
  );
}
