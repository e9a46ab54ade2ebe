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

/** The stored draft of the template as this page knows it. */
export interface StoredDraft {
  tag: number;
  /** The served revision that it was made from; 0 if none was served. */
  from: number;
  content: Draft;
}

export interface DraftState {
  revision: number;
  /** What is served. */
  saved: Draft;
  /** What the author writes. */
  draft: Draft;
  /** Null: the author writes none. The template may have one nevertheless. */
  stored: StoredDraft | null;
}

export type DraftAction =
  /** `isTyped`: in a source, which shows the characters itself. */
  | { kind: 'written'; changes: Partial<Draft>; isTyped?: true }
  /** The author may have written more than `content` since. */
  | { kind: 'saved'; revision: number; content: Draft }
  /** Another author saved `content`: it replaces all parts that the author has not changed. */
  | { kind: 'rebased'; revision: number; content: Draft }
  /** The author discarded the draft, or took what another author saved. */
  | { kind: 'replaced'; revision: number; content: Draft }
  /** Another revision is served below the stored draft, which the author goes on with. */
  | { kind: 'served'; revision: number; content: Draft }
  /** The draft was stored; null: it was discarded. The author may have written more since. */
  | { kind: 'stored'; stored: StoredDraft | null }
  /** The author goes on with the stored draft as it is. */
  | { kind: 'continued'; stored: StoredDraft };

export function draftOf(template: TemplateContent): Draft {
  const testData = JSON.stringify(template.testData, null, 2);
  return { ...templateContent.parse(template), testData };
}

export const unsavedContentOf = (draft: Draft) => unsavedContent.parse(draft);

/** With a stored draft, the author goes on with that. */
export function begin(template: Template, stored: StoredDraft | null = null): DraftState {
  const saved = draftOf(template);
  return { revision: template.revision, saved, draft: stored?.content ?? saved, stored };
}

export function reduceDraft(state: DraftState, action: DraftAction): DraftState {
  switch (action.kind) {
    case 'written':
      return { ...state, draft: { ...state.draft, ...action.changes } };
    case 'stored':
      return { ...state, stored: action.stored };
    case 'continued':
      return { ...state, stored: action.stored, draft: action.stored.content };
  }
  const { kind, revision, content: saved } = action;
  const { draft, stored } = state;
  if (kind === 'served') return { revision, saved, draft, stored };
  if (kind === 'saved') return { revision, saved, draft, stored: null };
  if (kind === 'replaced') return { revision, saved, draft: saved, stored: null };
  const rebased = stored && { ...stored, from: revision };
  return { revision, saved, draft: changedAs(state, saved), stored: rebased };
}

/** Whether the author has written something that is neither served nor stored. */
export function isUnsaved({ draft, saved, stored }: DraftState): boolean {
  return isChanged({ draft, saved: stored?.content ?? saved });
}

/** Test data and flows differ only if their JSON values do. */
export function differingParts(one: Draft, other: Draft): PartName[] {
  return partNames.filter((part) => one[part] !== other[part] && !isSameValue(part, one, other));
}

/** Tags of the other languages that differ, or that one draft lacks. */
export function differingLanguages(one: Draft, other: Draft): string[] {
  const tags = Object.keys({ ...one.languages, ...other.languages });
  return tags.filter((tag) => !isSameJson(one.languages[tag], other.languages[tag])).sort();
}

export function isChanged({ draft, saved }: Pick<DraftState, 'draft' | 'saved'>): boolean {
  return draft !== saved && differingParts(draft, saved).length > 0;
}

/** What another author saved, with this author's changes. Unchanged languages are as saved. */
export function changedAs(state: Pick<DraftState, 'draft' | 'saved'>, theirs: Draft): Draft {
  const languages = { ...theirs.languages };
  const [mine, before] = [state.draft.languages, state.saved.languages];
  for (const tag of Object.keys({ ...mine, ...before })) {
    const written = mine[tag];
    if (isSameJson(written, before[tag])) continue;
    if (written) languages[tag] = written;
    else delete languages[tag];
  }
  return { ...theirs, ...changesIn(state), languages };
}

export function changesIn({ draft, saved }: Pick<DraftState, 'draft' | 'saved'>): Partial<Draft> {
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
