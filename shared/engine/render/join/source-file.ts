import { utf8Bytes } from '../program/rendered-size.ts';
import { checkSections, type ReadTag } from '../syntax/check-sections.ts';
import { findTags } from '../syntax/find-tags.ts';
import { type FoundProblem, ProblemList } from '../syntax/problem-list.ts';
import { readTag } from '../syntax/read-tag.ts';

/** One source, before it is joined with others. */
export type SourceFile = {
  /** The id of its partial; null for the template's own source. */
  readonly id: string | null;
  readonly source: string;
  /** Its size in UTF-8. */
  readonly bytes: number;
  readonly tags: readonly ReadTag[];
  readonly problems: readonly FoundProblem[];
  /** Whether it is a layout: it has `{{> content}}`. */
  readonly isLayout: boolean;
};

/** In a layout, `{{> content}}` stands for the template inside it. */
export const contentName = 'content';

/** Finds and checks the tags of one source. A section ends in the source that it begins in. */
export function readSourceFile(id: string | null, source: string): SourceFile {
  const problems = new ProblemList();
  const tags = findTags(source, problems).map((tag) => ({ ...tag, reading: readTag(tag) }));
  for (const { start, reading } of tags) {
    if ('problem' in reading) problems.add(start, reading.code, reading.problem);
  }
  checkSections(tags, problems);
  const [first, ...others] = tags.filter(isContent);
  for (const { start } of others) problems.add(start, 'partial', contentTwice);
  const isLayout = first !== undefined;
  return { id, source, bytes: utf8Bytes(source), tags, problems: problems.found, isLayout };
}

const contentTwice = 'A layout has {{> content}} only once: leave this one out';

function isContent({ reading }: ReadTag): boolean {
  return 'kind' in reading && reading.kind === 'partial' && reading.name === contentName;
}

/** The line break after a tag that is alone on its line; empty after any other tag. */
export function lineEndOf({ source }: SourceFile, start: number, end: number): string {
  let at = start;
  while (source[at - 1] === ' ' || source[at - 1] === '\t') at -= 1;
  const isFirst = at === 0 || source[at - 1] === '\n';
  return isFirst ? (/^[ \t]*(\r?\n)/.exec(source.slice(end))?.[1] ?? '') : '';
}
