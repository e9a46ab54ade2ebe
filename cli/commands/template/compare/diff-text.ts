import { styleText } from 'node:util';
import { safeText } from '../../../terminal/text.ts';
import type { TemplateDiff } from './diff-templates.ts';
import { requirementLines } from './newly-required.ts';
import type { DiffHunk, PartDiff } from './part-diff.ts';

/**
 * Differences as a unified diff, one section for each part of a template; coloured at a terminal.
 *
 * @param sourceName where the new content of a template comes from, by its id
 */
export function diffText(
  diffs: readonly TemplateDiff[],
  sourceName: (templateId: string) => string,
): string {
  const lines = diffs.flatMap((diff) => templateLines(diff, sourceName(diff.id)));
  return [...lines, ...requirementLines(diffs).map(safeText)].join('\n');
}

function templateLines(diff: TemplateDiff, sourceName: string): string[] {
  const { id, state, because, parts } = diff;
  if (state === 'changed' && parts.length === 0) {
    const why = because === undefined ? 'takes partials at other revisions' : `takes ${because}`;
    return [styleText('bold', safeText(`${id} ${why}`))];
  }
  return parts.flatMap((part) => partLines(diff, part, sourceName));
}

function partLines({ id, revision }: TemplateDiff, part: PartDiff, sourceName: string): string[] {
  const name = [id, part.language, part.part].filter((word) => word !== undefined).join('/');
  const headings = [
    `--- ${part.before ? `${name}\trevision ${revision}` : '/dev/null'}`,
    `+++ ${part.after ? `${name}\t${sourceName}` : '/dev/null'}`,
  ];
  return patchLines(headings, part.hunks);
}

export function patchLines(headings: readonly string[], hunks: readonly DiffHunk[]): string[] {
  return [
    ...headings.map((line) => styleText('bold', safeText(line))),
    ...hunks.flatMap(hunkLines),
  ];
}

function hunkLines({ oldStart, oldLines, newStart, newLines, lines }: DiffHunk): string[] {
  const heading = `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
  return [styleText('cyan', heading), ...lines.map(coloured)];
}

function coloured(line: string): string {
  if (line.startsWith('+')) return styleText('green', safeText(line));
  if (line.startsWith('-')) return styleText('red', safeText(line));
  return safeText(line);
}
