import { hashKey } from '@tanstack/react-query';
import {
  type Template,
  type TemplateContent,
  templateContent,
  unsavedContent,
} from '../../../functions/manage/contracts/templates.ts';
import { type PartName, partNames } from '../../../shared/engine/template-parts.ts';
import { parseData } from './test-data.ts';

/** The test data stay the text that the author typed. */
export interface Draft extends Omit<TemplateContent, 'testData'> {
  testData: string;
}

export type SourcePart = 'subject' | 'html' | 'text';

export interface DraftState {
  revision: number;
  saved: Draft;
  draft: Draft;
}

export type DraftAction =
  | { kind: 'written'; changes: Partial<Draft> }
  /** The author may have written more than `content` since. */
  | { kind: 'saved'; revision: number; content: Draft }
  /** Another author saved `content`: it replaces all parts that the author has not changed. */
  | { kind: 'rebased'; revision: number; content: Draft }
  /** The author discarded the draft, or took what another author saved. */
  | { kind: 'replaced'; revision: number; content: Draft };

export function draftOf(template: TemplateContent): Draft {
  const testData = JSON.stringify(template.testData, null, 2);
  return { ...templateContent.parse(template), testData };
}

export const unsavedContentOf = (draft: Draft) => unsavedContent.parse(draft);

export function begin(template: Template): DraftState {
  const saved = draftOf(template);
  return { revision: template.revision, saved, draft: saved };
}

export function reduceDraft(state: DraftState, action: DraftAction): DraftState {
  if (action.kind === 'written') return { ...state, draft: { ...state.draft, ...action.changes } };
  const { kind, revision, content: saved } = action;
  const changed = kind === 'saved' ? state.draft : changedAs(state, saved);
  return { revision, saved, draft: kind === 'replaced' ? saved : changed };
}

/** Test data and flows differ only if their JSON values do. */
export function differingParts(one: Draft, other: Draft): PartName[] {
  return partNames.filter((part) => one[part] !== other[part] && !isSameValue(part, one, other));
}

/** Tags of the other languages that differ, or that one draft lacks. */
export function differingLanguages(
  { languages: one }: Draft,
  { languages: other }: Draft,
): string[] {
  const tags = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...tags].filter((tag) => !isSameJson(one[tag], other[tag])).sort();
}

export function isChanged({ draft, saved }: DraftState): boolean {
  return draft !== saved && differingParts(draft, saved).length > 0;
}

/** What another author saved, with this author's changes. Unchanged languages are as saved. */
export function changedAs(state: DraftState, theirs: Draft): Draft {
  const languages = { ...theirs.languages };
  const [mine, before] = [state.draft.languages, state.saved.languages];
  for (const tag of new Set([...Object.keys(mine), ...Object.keys(before)])) {
    const written = mine[tag];
    if (isSameJson(written, before[tag])) continue;
    if (written) languages[tag] = written;
    else delete languages[tag];
  }
  return { ...theirs, ...changesIn(state), languages };
}

export function changesIn({ draft, saved }: DraftState): Partial<Draft> {
  const changed = differingParts(draft, saved);
  const changes: Partial<Draft> = { ...draft };
  for (const part of partNames) if (!changed.includes(part)) delete changes[part];
  return changes;
}

function isSameValue(part: PartName, one: Draft, other: Draft): boolean {
  if (part === 'html' || part === 'text' || part === 'subject') return false;
  if (part !== 'testData') return isSameJson(one[part], other[part]);
  const [first, second] = [parseData(one.testData), parseData(other.testData)];
  return first.ok && second.ok && isSameJson(first.data, second.data);
}

/** Ignores the order of an object's fields. */
const isSameJson = (one: unknown, other: unknown) => hashKey([one]) === hashKey([other]);
