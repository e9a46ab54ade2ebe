import { ServiceProblem, Unreachable } from '../api/problem.ts';
import { counted } from '../parts/counted.ts';
import type { DraftingState } from './use-drafting.ts';
import type { SaveState } from './use-save.ts';
import type { TemplateDraft } from './use-template-draft.ts';

type Work = Pick<TemplateDraft, 'isUnsaved' | 'state'> & {
  saving: { state: SaveState };
  drafting: { state: DraftingState };
};

/** Where what the author writes is: published, stored as a draft, or not saved, and why. */
export function statusOf(work: Work): string {
  const { saving, drafting, isUnsaved, state } = work;
  const { revision, stored } = state;
  if (saving.state.kind === 'saving') return 'Publishing…';
  if (drafting.state.kind === 'saving') return 'Saving…';
  if (isUnsaved && drafting.state.kind === 'conflict') return 'Not saved: saved elsewhere';
  if (isUnsaved && drafting.state.kind === 'refused') {
    return `Not saved: ${reason(drafting.state.error)}`;
  }
  if (isUnsaved) return 'Unsaved changes';
  if (stored) return `Draft saved ${clock(new Date(stored.tag), new Date())}`;
  if (saving.state.kind !== 'saved')
    return revision === 0 ? 'Not published' : `Revision ${revision}`;
  const published = `Published as revision ${saving.state.revision}`;
  if (saving.state.dependents === 0) return published;
  return `${published}, and ${counted(saving.state.dependents, 'template')} with it`;
}

function reason(error: unknown): string {
  if (error === null) return 'the test data is no JSON';
  if (error instanceof Unreachable) return 'no connection';
  if (!(error instanceof ServiceProblem)) return 'the service failed';
  return error.errors.length > 0
    ? counted(error.errors.length, 'problem')
    : 'the service refused it';
}

/** `12:03`, with the day if it is another one than today. */
function clock(time: Date, now: Date): string {
  const hours = time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (time.toDateString() === now.toDateString()) return hours;
  return `${time.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })}, ${hours}`;
}
