import { isDeepStrictEqual } from 'node:util';
import type { TemplateRevision } from '../../adapters/tables/revision-format.ts';
import { type PartName, partNames } from '../../engine/template-parts.ts';
import { allPartsOf } from './template-source.ts';

/** What may differ between two revisions: a part that the author writes, or the partials that it takes. */
export type TemplateChange = Exclude<PartName, 'testData'> | 'test data' | 'kind' | 'partials';

/** The name of a part in a list of changes. */
export const changeOf = (part: PartName): TemplateChange =>
  part === 'testData' ? 'test data' : part;

/** The parts whose content differs between `before` and `after`; an empty list if none does. */
export function changesBetween(
  before: TemplateRevision,
  after: TemplateRevision,
): TemplateChange[] {
  const [old, now] = [allPartsOf(before), allPartsOf(after)];
  const changed = partNames.filter((part) => !isDeepStrictEqual(old[part], now[part]));
  const isSame = isDeepStrictEqual(before.partials ?? {}, after.partials ?? {});
  return [
    ...changed.map(changeOf),
    ...(before.kind === after.kind ? [] : (['kind'] as const)),
    ...(isSame ? [] : (['partials'] as const)),
  ];
}
