import { isDeepStrictEqual } from 'node:util';
import type { TemplateRevision } from '../../adapters/tables/revision-format.ts';

/** A part of a template that the author writes, so that it may differ between two revisions. */
export type TemplateChange =
  | 'name'
  | 'subject'
  | 'html'
  | 'text'
  | 'flow'
  | 'keep'
  | 'secret'
  | 'test data';

const parts: [TemplateChange, (revision: TemplateRevision) => unknown][] = [
  ['name', ({ name }) => name],
  ['subject', ({ subject }) => subject],
  ['html', ({ html }) => html],
  ['text', ({ text }) => text],
  ['flow', ({ flow }) => flow],
  ['keep', ({ keep }) => keep],
  ['secret', ({ secret }) => secret ?? []],
  ['test data', ({ testData }) => testData ?? {}],
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
