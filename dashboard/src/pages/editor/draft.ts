import type {
  Template,
  TemplateContent,
} from '../../../../functions/manage/contracts/templates.ts';
import { parseData } from './data/test-data.ts';

/** A template as it is being written. The test data stays the text that somebody types. */
export interface Draft extends Omit<TemplateContent, 'testData'> {
  testData: string;
}

export type DraftPart = keyof Draft;

/** The draft, and the revision that it began from. */
export interface DraftState {
  revision: number;
  saved: Draft;
  draft: Draft;
}

export type DraftAction =
  /** Somebody wrote. */
  | { kind: 'written'; changes: Partial<Draft> }
  /** The service took `content` as a new revision; more may have been written since. */
  | { kind: 'saved'; revision: number; content: Draft }
  /** What somebody else saved takes the place of everything. */
  | { kind: 'theirsTaken'; revision: number; content: Draft }
  /** Back to what is saved, as the revision that it is. */
  | { kind: 'discarded'; revision?: number };

export function draftOf(template: TemplateContent): Draft {
  const { name, subject, html, text, testData, flow } = template;
  return { name, subject, html, text, testData: JSON.stringify(testData, null, 2), flow };
}

export function begin(template: Template): DraftState {
  const saved = draftOf(template);
  return { revision: template.revision, saved, draft: saved };
}

export function reduceDraft(state: DraftState, action: DraftAction): DraftState {
  switch (action.kind) {
    case 'written':
      return { ...state, draft: { ...state.draft, ...action.changes } };
    case 'saved':
      return { ...state, revision: action.revision, saved: action.content };
    case 'theirsTaken':
      return { revision: action.revision, saved: action.content, draft: action.content };
    case 'discarded':
      return { ...state, revision: action.revision ?? state.revision, draft: state.saved };
  }
}

const parts = ['name', 'subject', 'html', 'text', 'testData', 'flow'] as const;

/** What differs between two drafts. Test data that means the same does not differ. */
export function differingParts(one: Draft, other: Draft): DraftPart[] {
  return parts.filter((part) => one[part] !== other[part] && !meansTheSame(part, one, other));
}

export function isChanged({ draft, saved }: DraftState): boolean {
  return draft !== saved && differingParts(draft, saved).length > 0;
}

function meansTheSame(part: DraftPart, one: Draft, other: Draft): boolean {
  if (part === 'flow') return JSON.stringify(one.flow) === JSON.stringify(other.flow);
  if (part !== 'testData') return false;
  const [first, second] = [parseData(one.testData), parseData(other.testData)];
  return first.ok && second.ok && JSON.stringify(first.data) === JSON.stringify(second.data);
}
