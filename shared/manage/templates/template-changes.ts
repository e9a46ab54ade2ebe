import { isDeepStrictEqual } from 'node:util';
import type { TemplateRevision } from '../../adapters/tables/revision-format.ts';

/** What may differ between two revisions: what the author wrote. */
export type TemplateChange = 'name' | 'subject' | 'html' | 'text' | 'flow' | 'test data';

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
  return parts.flatMap(([change, part]) =>
    isDeepStrictEqual(part(before), part(after)) ? [] : [change],
  );
}
