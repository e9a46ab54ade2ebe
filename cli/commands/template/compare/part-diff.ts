import { isDeepStrictEqual } from 'node:util';
import { type StructuredPatchHunk, structuredPatch } from 'diff';
import {
  contentPartNames,
  type PartName,
  partNames,
  partRows,
} from '../../../../shared/engine/template-parts.ts';
import {
  allPartsOf,
  changeOf,
  type TemplateChange,
  type TemplateSource,
} from '../../../../shared/manage/templates/template-source.ts';

/** Neighbouring lines of a unified diff. Each begins with a space, `-`, `+`, or `\` for a missing line end. */
export type DiffHunk = StructuredPatchHunk;

export interface PartDiff {
  part: TemplateChange;
  /** The tag of the language whose part it is; absent for what the template itself has. */
  language?: string;
  before: boolean;
  after: boolean;
  added: number;
  removed: number;
  hunks: DiffHunk[];
}

const context = 3;

/** If more lines differ, the diff shows both texts whole: the search for common lines takes quadratic time. */
const maxEdits = 2000;

/** The template's parts that differ, then those of each language. `before` or `after` is null without a template. */
export function diffParts(before: TemplateSource | null, after: TemplateSource | null): PartDiff[] {
  const [old, now] = [before && allPartsOf(before), after && allPartsOf(after)];
  const own = partNames.filter((part) => part !== 'languages');
  const tags = new Set([old, now].flatMap((all) => Object.keys(all?.languages ?? {})));
  return [
    ...diffPart('kind', inLine(before?.kind), inLine(after?.kind)),
    ...own.flatMap((part) => diffPart(changeOf(part), textOf(part, old), textOf(part, now))),
    ...[...tags].sort().flatMap((language) => {
      const [before, after] = [old?.languages[language], now?.languages[language]];
      return contentPartNames
        .flatMap((part) => diffPart(part, textOf(part, before), textOf(part, after)))
        .map((diff) => ({ ...diff, language }));
    }),
  ];
}

function diffPart(part: TemplateChange, before: string | null, after: string | null): PartDiff[] {
  if (before === after) return [];
  const hunks = hunksBetween(before ?? '', after ?? '');
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  const [added, removed] = [count('+'), count('-')];
  return [{ part, before: before !== null, after: after !== null, added, removed, hunks }];
}

/** A part as lines; null if the template or the language lacks it. */
function textOf(
  part: PartName,
  parts: Partial<Record<PartName, unknown>> | null | undefined,
): string | null {
  const value = parts?.[part];
  const { empty, isLine } = partRows[part];
  if (value === undefined || isDeepStrictEqual(value, empty)) return null;
  if (typeof value !== 'string') return inLines(value);
  return isLine ? inLine(value) : value;
}

/** An empty text has no lines. */
const inLine = (text: string | undefined) => (text ? `${text}\n` : null);

/** The value as JSON text, with names in alphabetical order, so that another order is not a difference. */
function inLines(value: unknown): string {
  return `${JSON.stringify(value, sorted, 2)}\n`;
}

function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function hunksBetween(before: string, after: string): DiffHunk[] {
  const found = structuredPatch('', '', before, after, '', '', {
    context,
    maxEditLength: maxEdits,
  });
  return (found?.hunks ?? [wholeHunk(before, after)]).map(asWritten);
}

function wholeHunk(before: string, after: string): DiffHunk {
  const [gone] = structuredPatch('', '', before, '').hunks;
  const [come] = structuredPatch('', '', '', after).hunks;
  if (!gone || !come) throw new Error('The diff with an empty text has no hunk');
  const { newStart, newLines } = come;
  return { ...gone, newStart, newLines, lines: [...gone.lines, ...come.lines] };
}

/** In a unified diff, an empty range starts at the line before it. */
function asWritten({ oldStart, oldLines, newStart, newLines, lines }: DiffHunk): DiffHunk {
  const start = (line: number, count: number) => (count === 0 ? line - 1 : line);
  return {
    oldStart: start(oldStart, oldLines),
    oldLines,
    newStart: start(newStart, newLines),
    newLines,
    lines,
  };
}
