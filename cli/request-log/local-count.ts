import {
  type CountedLine,
  type CountedLines,
  groupLines,
} from '../../shared/manage/usage/line-groups.ts';
import type { UsageSearch } from '../../shared/manage/usage/usage-search.ts';
import { beginningOf, readAll } from './local-log.ts';

/** Counts what an account used, from the files of the local run's logs. */
export async function countInFiles(
  folder: string,
  { accountId, by, since }: UsageSearch,
): Promise<CountedLines> {
  const [entries, begin] = await Promise.all([readAll(folder, since), beginningOf(folder)]);
  const lines = entries.flatMap(({ at, line }): (CountedLine & { at: string })[] =>
    line?.accountId === accountId ? [{ ...line, at }] : [],
  );
  const isGone = begin !== null && begin > since.toISOString();
  return {
    groups: groupLines(lines, by),
    isCut: false,
    searchedBytes: null,
    goneBefore: isGone ? begin : null,
  };
}
