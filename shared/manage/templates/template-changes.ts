import { isDeepStrictEqual } from 'node:util';
import type { TemplateRevision } from '../../adapters/tables/revision-format.ts';
import { languageSources } from './template-source.ts';

/** What may differ between two revisions: a part that the author writes, or the partials that it takes. */
export type TemplateChange =
  | 'name'
  | 'kind'
  | 'layout'
  | 'subject'
  | 'html'
  | 'text'
  | 'language'
  | 'languages'
  | 'flow'
  | 'keep'
  | 'secret'
  | 'test data'
  | 'partials';

const parts: [TemplateChange, (revision: TemplateRevision) => unknown][] = [
  ['name', ({ name }) => name],
  ['kind', ({ kind }) => kind],
  ['layout', ({ layout }) => layout],
  ['subject', ({ subject }) => subject],
  ['html', ({ html }) => html],
  ['text', ({ text }) => text],
  ['language', ({ language }) => language],
  ['languages', ({ languages = {} }) => languageSources(languages)],
  ['flow', ({ flow }) => flow],
  ['keep', ({ keep }) => keep],
  ['secret', ({ secret }) => secret ?? []],
  ['test data', ({ testData }) => testData ?? {}],
  ['partials', ({ partials }) => partials ?? {}],
];

/** The parts whose content differs between `before` and `after`; an empty list if none does. */
export function changesBetween(
  before: TemplateRevision,
  after: TemplateRevision,
): TemplateChange[] {
  return parts.flatMap(([change, part]) =>
    isDeepStrictEqual(part(before), part(after)) ? [] : [change],
  );
}
