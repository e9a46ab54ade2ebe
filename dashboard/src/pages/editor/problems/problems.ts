import type { RenderedDraft } from '../../../../../functions/manage/contracts/render.ts';
import { ServiceProblem } from '../../../api/problem.ts';
import { parseData } from '../data/test-data.ts';
import type { Draft, DraftPart } from '../draft.ts';
import { offsetOf, type Place, placeOf } from '../source/text-place.ts';

/** Something about the draft that its author should know, and where it stands. */
export interface DraftProblem {
  /** Null: it is about the whole. */
  part: DraftPart | null;
  detail: string;
  severity: 'error' | 'warning';
  place: Place | null;
}

/** What the parts are called on the page. */
export const partNames: Readonly<Record<DraftPart, string>> = {
  name: 'Name',
  subject: 'Subject',
  html: 'HTML',
  text: 'Plain text',
  testData: 'Test data',
  flow: 'Flow',
};

/** What the service said against a draft, by the parts that it names with JSON Pointers. */
export function refusedParts(error: unknown): DraftProblem[] {
  if (!(error instanceof ServiceProblem)) return [];
  return error.errors.map(({ pointer, detail, line, column }) => ({
    part: partAt(pointer),
    detail,
    severity: 'error',
    place: line === undefined ? null : { line, column: column ?? 1 },
  }));
}

/** Of what a save was refused for, what was not written anew since. */
export function standingRefusals(error: unknown, refused: Draft, now: Draft): DraftProblem[] {
  const isSame = (part: DraftPart | null) => part === null || refused[part] === now[part];
  return refusedParts(error).filter(({ part }) => isSame(part));
}

/** Whether it still has to be said that a save was refused. */
export function isRefusalStanding(error: unknown, refused: Draft, now: Draft): boolean {
  return refusedParts(error).length === 0 || standingRefusals(error, refused, now).length > 0;
}

const parts: Readonly<Record<string, DraftPart>> = {
  name: 'name',
  subject: 'subject',
  html: 'html',
  text: 'text',
  testData: 'testData',
  data: 'testData',
  flow: 'flow',
};

/** `/html`, `/draft/html`, `/data/name`, `/flow/nodes/2`: all begin with a part, or with `draft`. */
function partAt(pointer: string): DraftPart | null {
  const [, first = '', second = ''] = pointer.split('/');
  const name = first === 'draft' ? second : first;
  return Object.hasOwn(parts, name) ? (parts[name] ?? null) : null;
}

/** What is wrong with the test data as a text: the service is not asked about it. */
export function dataProblems(testData: string): DraftProblem[] {
  const parsed = parseData(testData);
  if (parsed.ok) return [];
  const { detail, offset } = parsed;
  return [{ part: 'testData', detail, severity: 'error', place: placeOf(testData, offset) }];
}

/** What would be accepted, but surprises. */
export function warningsOf({ warnings, missing }: RenderedDraft): DraftProblem[] {
  return [
    ...missing.map(missingWarning),
    ...warnings.map(({ part, detail, line, column }) => ({
      part,
      detail,
      severity: 'warning' as const,
      place: line === undefined ? null : { line, column: column ?? 1 },
    })),
  ];
}

function missingWarning(name: string): DraftProblem {
  return {
    part: 'testData',
    detail: `The test data has no value for ${name}: a mail without one is refused`,
    severity: 'warning',
    place: null,
  };
}

/** Where in a part of the draft a problem stands, from 0; null where it names no place. */
export function problemOffset(draft: Draft, { part, place }: DraftProblem): number | null {
  if (place === null || part === null || part === 'flow') return null;
  return offsetOf(draft[part] ?? '', place);
}
