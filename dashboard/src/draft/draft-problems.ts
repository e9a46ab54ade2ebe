import type { RenderedDraft } from '../../../functions/manage/contracts/render.ts';
import { type PartName, partNames } from '../../../shared/engine/template-parts.ts';
import { ServiceProblem } from '../api/problem.ts';
import type { Draft } from './draft.ts';
import { inLanguage } from './draft-in-language.ts';
import { parseData } from './test-data.ts';
import { offsetOf, placeOf, type TextPosition } from './text-place.ts';
import type { SaveState } from './use-save.ts';

export interface DraftProblem {
  /** Null: the whole template. */
  part: PartName | null;
  /** Absent: the template's own language. */
  language?: string | undefined;
  detail: string;
  severity: 'error' | 'warning';
  place: TextPosition | null;
  /** A variable without a value in the test data. */
  missing?: string;
  /** `cursor`: where the author goes on writing; undefined: nowhere. */
  fix?: { label: string; apply: (text: string) => string; cursor?: (text: string) => number };
  /** Another template or partial that has the problem. */
  origin?: { id: string; place: TextPosition | null };
}

export function refusedParts(error: unknown): DraftProblem[] {
  if (!(error instanceof ServiceProblem)) return [];
  return error.errors.map(({ pointer, detail, origin, ...at }) => ({
    ...partAt(pointer),
    detail,
    severity: 'error',
    place: placeIn(at),
    ...(origin && { origin: { id: origin.id, place: placeIn(origin) } }),
  }));
}

function placeIn({ line, column = 1 }: { line?: number; column?: number }): TextPosition | null {
  return line === undefined ? null : { line, column };
}

/** The problems of a refused save, without those of parts that the author has changed since. */
export function standingRefusals(error: unknown, refused: Draft, now: Draft): DraftProblem[] {
  const isSame = ({ part, language }: DraftProblem) =>
    part === null || inLanguage(refused, language)[part] === inLanguage(now, language)[part];
  return refusedParts(error).filter(isSame);
}

export function isRefusalStanding(error: unknown, refused: Draft, now: Draft): boolean {
  return refusedParts(error).length === 0 || standingRefusals(error, refused, now).length > 0;
}

/** The names in pointers that differ from the part's name. A template's languages share one form. */
const otherNames = new Map<string, PartName>([
  ['data', 'testData'],
  ['language', 'languages'],
]);

/** Reads a pointer such as `/html`, `/draft/html`, `/languages/pt/html`, `/data/name` or `/flow/nodes/2`. */
function partAt(pointer: string): Pick<DraftProblem, 'part' | 'language'> {
  const [, first = '', ...rest] = pointer.split('/');
  const [second = '', third] = rest;
  if (first === 'languages' && third !== undefined)
    return { ...partAt(`/${third}`), language: second };
  const name = first === 'draft' ? second : first;
  return { part: otherNames.get(name) ?? partNames.find((part) => part === name) ?? null };
}

/** Likely mistakes that the service would accept. `language` was rendered, if it is not the template's own. */
export function warningsOf(
  { warnings, missing }: RenderedDraft,
  language: string | null = null,
): DraftProblem[] {
  const severity = 'warning';
  const ofLanguage = language === null ? {} : { language };
  return [
    ...missing.map((name): DraftProblem => {
      const detail = `The test data has no value for ${name}: requests without one are refused`;
      return { part: 'testData', detail, severity, place: null, missing: name };
    }),
    ...warnings.map(({ part, detail, code, feature, ...at }): DraftProblem => {
      const place = placeIn(at);
      const fix = part === 'html' && place && { fix: acceptance(feature ?? code, place) };
      return { part, ...ofLanguage, detail, severity, place, ...fix };
    }),
  ];
}

/** Accepts a finding by a comment above its line, in which the author writes the reason. */
function acceptance(name: string, { line }: TextPosition): NonNullable<DraftProblem['fix']> {
  const comment = `{{! postrider-ignore ${name}: }}`;
  const parts = (text: string) => {
    const start = offsetOf(text, { line, column: 1 });
    const indent = /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
    return { before: text.slice(0, start) + indent + comment, after: text.slice(start) };
  };
  return {
    label: 'Accept…',
    apply: (text) => {
      const { before, after } = parts(text);
      return `${before}\n${after}`;
    },
    cursor: (text) => parts(text).before.length - 2,
  };
}

/** The problem's offset in the text, from 0; null if the problem names no place. */
export function problemOffset(draft: Draft, { part, language, place }: DraftProblem) {
  if (place === null || part === null) return null;
  const value = inLanguage(draft, language)[part] ?? '';
  return typeof value === 'string' ? offsetOf(value, place) : null;
}

/** Equal for two reports of one problem. */
export function keyOf({ part, language, place, origin, detail }: DraftProblem): string {
  return JSON.stringify([part, language, place, origin, detail]);
}

/** Problems of the test data, of the last rendering in `language`, and of a refused save. */
export function draftProblems(
  draft: Draft,
  { problems, rendered }: { problems: readonly DraftProblem[]; rendered: RenderedDraft | null },
  save: SaveState,
  language: string | null = null,
): DraftProblem[] {
  const refusals = save.kind === 'refused' ? standingRefusals(save.error, save.refused, draft) : [];
  const warnings = problems.length === 0 && rendered ? warningsOf(rendered, language) : [];
  const all = [...dataProblems(draft), ...problems, ...refusals, ...warnings];
  // The refusal of a save and the rendering report the same problems.
  const seen = new Map(all.map((each) => [keyOf(each), each]));
  return [...seen.values()];
}

// The service gets only JSON, so the page finds this mistake itself.
function dataProblems({ testData }: Draft): DraftProblem[] {
  const read = parseData(testData);
  if (read.ok) return [];
  const place = placeOf(testData, read.offset);
  return [{ part: 'testData', detail: read.detail, severity: 'error', place }];
}
