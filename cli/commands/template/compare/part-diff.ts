import { structuredPatch } from 'diff';
import type { TemplateChange } from '../../../../shared/manage/templates/template-changes.ts';
import type {
  LanguageSource,
  TemplateSource,
} from '../../../../shared/manage/templates/template-source.ts';

/** Neighbouring lines of a unified diff. */
export interface DiffHunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  /** Each begins with a space, `-`, `+`, or `\` for a missing line end. */
  lines: string[];
}

/** How one part of a template differs. */
export interface PartDiff {
  part: TemplateChange;
  /** The tag of the language whose part it is; absent for what the template itself has. */
  language?: string;
  /** Whether the template had this part before, and has it after. */
  before: boolean;
  after: boolean;
  added: number;
  removed: number;
  hunks: DiffHunk[];
}

const context = 3;

/**
 * If more lines than this differ, the diff shows the whole old and new text, and does not search for common
 * lines: the time grows with the square of the number, and a person does not read such a diff line by line.
 */
const maxEdits = 2000;

/** The parts that differ, and then those of each language. `before` or `after` is null where there is no template. */
export function diffParts(before: TemplateSource | null, after: TemplateSource | null): PartDiff[] {
  const own = parts.flatMap(([part, textOf]) =>
    diffPart(part, before && textOf(before), after && textOf(after)),
  );
  const tags = new Set([before, after].flatMap((source) => Object.keys(source?.languages ?? {})));
  const others = [...tags].sort().flatMap((language) => {
    const [old, new_] = [before?.languages?.[language], after?.languages?.[language]];
    return contentParts
      .flatMap(([part, textOf]) => diffPart(part, old && textOf(old), new_ && textOf(new_)))
      .map((diff) => ({ ...diff, language }));
  });
  return [...own, ...others];
}

function diffPart(
  part: TemplateChange,
  before: string | null = null,
  after: string | null = null,
): PartDiff[] {
  if (before === after) return [];
  const hunks = hunksBetween(before ?? '', after ?? '');
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  const [added, removed] = [count('+'), count('-')];
  return [{ part, before: before !== null, after: after !== null, added, removed, hunks }];
}

/** The parts that each language has, as lines; null where it has none. */
const contentParts: readonly (readonly [
  TemplateChange,
  (source: LanguageSource) => string | null,
])[] = [
  ['subject', ({ subject }) => (subject === '' ? null : `${subject}\n`)],
  ['html', ({ html }) => html],
  ['text', ({ text }) => text ?? null],
];

/** Each part as lines; null where the template has none. */
const parts: readonly (readonly [TemplateChange, (source: TemplateSource) => string | null])[] = [
  ['name', ({ name }) => `${name}\n`],
  ['kind', ({ kind }) => (kind === undefined ? null : `${kind}\n`)],
  ['layout', ({ layout }) => (layout === undefined ? null : `${layout}\n`)],
  ['language', ({ language }) => (language === undefined ? null : `${language}\n`)],
  ...contentParts,
  ['flow', ({ flow }) => (flow == null ? null : inLines(flow))],
  ['keep', ({ keep }) => (keep === undefined ? null : `${keep}\n`)],
  ['secret', ({ secret = [] }) => (secret.length === 0 ? null : inLines(secret))],
  ['test data', ({ testData }) => (isEmpty(testData) ? null : inLines(testData))],
];

const isEmpty = (data: object | undefined) => Object.keys(data ?? {}).length === 0;

/** The value as JSON text, with names in alphabetical order, so that another order is not a difference. */
function inLines(value: unknown): string {
  return `${JSON.stringify(value, sorted, 2)}\n`;
}

function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** How two texts differ, in lines; empty if they are equal. */
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
